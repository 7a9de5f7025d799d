/* SPDX-License-Identifier: BSD-3-Clause */
/* A simulator in a hundred lines: warps load from L2 through four ports. The holes
 * of the lesson's queue.c are filled.
 *
 *   cc -Wall queue.c -o queue
 *   ./queue WARPS LOADS WIDTH
 */
#include <stdio.h>
#include <stdlib.h>

/* ---- the machine ---------------------------------------------------------------------------- */

/* A port sends one packet after the other. Each keeps it busy for some cycles. Then the packet
 * travels, and comes to the next station. Units: cycles. */
struct port {
    const char *name;
    int busy;       /* for one packet */
    int way;        /* from this port to the next station */
    long free_from; /* the first cycle in which it can begin with another packet */
};

enum { TO_CROSSBAR, TO_BANK, FROM_BANK, TO_SM, PORTS, LOADED = PORTS };
enum { TO_FIRST_PORT = 5, REQUEST_BYTES = 32, REPLY_BYTES = 160 };

static struct port ports[PORTS] = {
    [TO_CROSSBAR] = {.name = "SM's port", .way = 4},
    [TO_BANK] = {.name = "crossbar's port to the bank", .way = 4 + 20}, /* and L2's pipeline */
    [FROM_BANK] = {.name = "bank's port", .way = 4},
    [TO_SM] = {.name = "crossbar's port to the SM", .way = 4 + 5}, /* and the fill of L1 */
};

/* ---- the queue of events -------------------------------------------------------------------- */

/* "At this time, this warp's load comes to this station." */
struct event {
    long time;
    long sequence; /* how many events were put into the queue before this one */
    int warp, station;
};

enum { MOST_EVENTS = 64 }; /* a warp has one event at a time */
static struct event queue[MOST_EVENTS];
static int n_queue;
static long n_put;

static void put(long time, int warp, int station)
{
    queue[n_queue++] = (struct event){time, n_put++, warp, station};
}

/* HOLE 1: the index of the event that happens next. It is the one with the least time. Of several
 * with that time, it is the one that was put first. */
static int next_event(void)
{
    int first = 0;
    for (int i = 1; i < n_queue; i++)
        if (queue[i].time < queue[first].time ||
            (queue[i].time == queue[first].time && queue[i].sequence < queue[first].sequence))
            first = i;
    return first;
}

static struct event take(void)
{
    int index = next_event();
    struct event event = queue[index];
    queue[index] = queue[--n_queue];
    return event;
}

/* ---- what happens --------------------------------------------------------------------------- */

/* HOLE 2: a packet comes to a port at `time`. It waits until the port is free, and then keeps it
 * busy. Change port->free_from. Return the cycle in which the packet has left the port. */
static long send(struct port *port, long time)
{
    long start = time > port->free_from ? time : port->free_from;
    port->free_from = start + port->busy;
    return port->free_from;
}

int main(int argc, char **argv)
{
    int warps = argc > 1 ? atoi(argv[1]) : 0, loads = argc > 2 ? atoi(argv[2]) : 0;
    int width = argc == 4 ? atoi(argv[3]) : 0;
    if (warps < 1 || warps > MOST_EVENTS || loads < 1 || width < 1) {
        fprintf(stderr, "usage: %s WARPS LOADS WIDTH (up to %d warps)\n", argv[0], MOST_EVENTS);
        return 2;
    }
    int left[MOST_EVENTS];
    long n_events = 0, waited = 0, end = 0;
    ports[TO_CROSSBAR].busy = ports[TO_BANK].busy = (REQUEST_BYTES + width - 1) / width;
    ports[FROM_BANK].busy = ports[TO_SM].busy = (REPLY_BYTES + width - 1) / width;
    for (int warp = 0; warp < warps; warp++) { /* a warp begins in each cycle */
        left[warp] = loads;
        put(warp + TO_FIRST_PORT, warp, TO_CROSSBAR);
    }
    while (n_queue > 0) {
        struct event event = take();
        n_events++;
        if (event.station != LOADED) {
            struct port *port = &ports[event.station];
            long departure = send(port, event.time);
            waited += departure - event.time - port->busy;
            put(departure + port->way, event.warp, event.station + 1);
            continue;
        }
        end = event.time;
        printf("cycle %4ld: warp %d has load %d, %ld cycles of waiting so far\n", event.time,
               event.warp, loads - left[event.warp] + 1, waited);
        /* HOLE 3: one load fewer is left. If any are, the next one comes to its first port. */
        if (--left[event.warp] > 0)
            put(event.time + TO_FIRST_PORT, event.warp, TO_CROSSBAR);
    }
    printf("%ld cycles, %ld events\n", end, n_events);
    return 0;
}
