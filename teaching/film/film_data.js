/* SPDX-License-Identifier: BSD-3-Clause */
/* A film's events, and what the machine looks like at a time. The picture is a function of the
 * time alone, so it is the same whether one has come forward or back. Times are in ps. */
"use strict";

const ENDS = 0, STARTS = 1, RECEIVES = 2, WAITS = 3, LOOKS = 4, QUEUES = 5, ISSUES = 6, SERVES = 7,
  BURSTS = 8, SENDS = 9;
const NO_WARP = 255, SLOTS = 64;
/* Where a message is. */
const AT_PORT = 0, NO_CREDIT = 1, NO_TURN = 2, PASSING = 3, ON_WIRE = 4, IN_BUFFER = 5;
const BUCKETS = 1024;

/* Columns whose names begin with + are differences. */
function decodeTable(table) {
  const out = {};
  for (const name of Object.keys(table)) {
    const column = Float64Array.from(table[name]);
    if (name[0] === "+")
      for (let i = 1; i < column.length; i++) column[i] += column[i - 1];
    out[name.replace("+", "")] = column;
  }
  return out;
}

/* The last index whose value is <= x; -1: none. */
function lastAt(column, x, n = column.length) {
  let low = 0, high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] <= x) low = middle + 1; else high = middle;
  }
  return low - 1;
}

class Film {
  constructor(data) {
    Object.assign(this, data);
    this.cycle_ps = 1e12 / this.clock_hz;
    this.tables = data.tables.map(decodeTable);
    const events = decodeTable(data.events);
    this.time = events.t;
    this.kind = Uint8Array.from(events.kind);
    this.unit = Uint16Array.from(events.unit);
    this.n = this.time.length;
    this.shown_from = this.scene;
    this.shown_until = this.n - this.late;
    this.row = new Uint32Array(this.n);
    const counts = new Array(this.tables.length).fill(0);
    this.event_of = this.tables.map(() => []);
    for (let e = 0; e < this.n; e++) {
      this.row[e] = counts[this.kind[e]]++;
      this.event_of[this.kind[e]].push(e);
    }
    if (this.shown_until > this.scene && !this.behind)
      this.until = Math.max(this.until, this.time[this.shown_until - 1]);
    this.units = data.units.map((u, id) => ({id, name: u[0], role: u[1], index: u[2], ins: [], outs: []}));
    this.wires = data.wires.map((w, id) => ({id, from: w[0], to: w[1], latency: w[2], back: w[3], credits: w[4]}));
    for (const wire of this.wires) {
      this.units[wire.from].outs.push(wire);
      this.units[wire.to].ins.push(wire);
    }
    this.readMessages();
    this.readWarps();
    this.readRows();
  }

  readMessages() {
    const sends = this.tables[SENDS], n = sends.kind.length;
    const m = this.messages = {n, ready: new Float64Array(n), departs: new Float64Array(n),
      arrives: new Float64Array(n), freed: new Float64Array(n), back: new Float64Array(n)};
    this.buckets = Array.from({length: BUCKETS}, () => []);
    for (let i = 0; i < n; i++) {
      const departs = this.time[this.event_of[SENDS][i]];
      m.departs[i] = departs;
      m.ready[i] = departs - sends.waited[i];
      m.arrives[i] = departs + sends.flight[i];
      m.back[i] = sends.back[i] < 0 ? Infinity : m.arrives[i] + sends.back[i];
      m.freed[i] = Math.max(m.arrives[i], m.back[i] - this.wires[sends.wire[i]].back);
      const last = this.bucketOf(Math.max(m.arrives[i], m.back[i]));
      for (let b = this.bucketOf(m.ready[i]); b <= last; b++) this.buckets[b].push(i);
    }
  }

  bucketOf(t) {
    const part = (t - this.from) / Math.max(1, this.until - this.from);
    return Math.max(0, Math.min(BUCKETS - 1, Math.floor(part * BUCKETS)));
  }

  readWarps() {
    this.tracks = new Map(); /* SM * SLOTS + slot -> what happens to the warps there */
    const track = key => {
      if (!this.tracks.has(key)) this.tracks.set(key, {times: [], what: [], issues: [], rows: []});
      return this.tracks.get(key);
    };
    for (let e = 0; e < this.n; e++) {
      const kind = this.kind[e];
      if (kind !== STARTS && kind !== ENDS && kind !== WAITS && kind !== ISSUES) continue;
      const table = this.tables[kind], r = this.row[e];
      const at = track(table.sm[r] * SLOTS + table.warp[r]);
      const last = at.what.length ? at.what[at.what.length - 1] : null;
      if (kind === ISSUES) {
        at.issues.push(this.time[e]);
        at.rows.push(table.row[r]);
        continue;
      }
      at.times.push(this.time[e]);
      if (kind === ENDS) at.what.push(null);
      else if (kind === STARTS)
        at.what.push({wait: 3, busy: 0, row: table.row[r], block: table.block[r],
          in_block: table.in_block[r], launch: table.launch[r], since: this.time[e], started: this.time[e]});
      else
        at.what.push({...last, wait: table.wait[r], busy: table.busy[r], row: table.row[r], since: this.time[e]});
    }
    this.slots = 1; /* that are ever taken */
    for (const key of this.tracks.keys()) this.slots = Math.max(this.slots, key % SLOTS + 1);
  }

  readRows() {
    this.rows = new Map(); /* channel's unit * SLOTS + bank -> its bursts */
    const bursts = this.tables[BURSTS];
    this.event_of[BURSTS].forEach((e, r) => {
      const key = this.unit[e] * SLOTS + bursts.bank[r];
      if (!this.rows.has(key)) this.rows.set(key, {times: [], bursts: []});
      this.rows.get(key).times.push(this.time[e]);
      this.rows.get(key).bursts.push(r);
    });
  }

  /* ---- at a time ---- */

  cycle(t) { return Math.floor((t + 2) / this.cycle_ps); }

  /* What a warp does: null: no warp; issues: the row of code that it issues in this cycle, or -1. */
  warpAt(sm, slot, t) {
    const track = this.tracks.get(sm * SLOTS + slot);
    if (!track) return null;
    const at = lastAt(track.times, t);
    if (at < 0) return null;
    const issue = lastAt(track.issues, t);
    const issues = issue >= 0 && t < track.issues[issue] + this.cycle_ps - 1;
    /* One that leaves in the cycle of its last instruction is seen to the end of this cycle. */
    const leaves = !track.what[at] && issues && track.issues[issue] >= track.times[at] && at > 0;
    const what = leaves ? track.what[at - 1] : track.what[at];
    const last = issue >= 0 && what && track.issues[issue] >= what.started ? issue : -1;
    return what ? {...what, issues: issues ? track.rows[issue] : -1, last: last < 0 ? -1 : track.rows[last],
      last_at: last < 0 ? 0 : track.issues[last]} : null;
  }

  phaseOf(i, t) {
    const m = this.messages, sends = this.tables[SENDS];
    let end = m.ready[i];
    if (t >= m.arrives[i]) return IN_BUFFER;
    if (t >= m.departs[i]) return ON_WIRE;
    if (t < (end += sends.port[i])) return AT_PORT;
    if (t < (end += sends.credit[i])) return NO_CREDIT;
    if (t < (end += sends.edge[i])) return NO_TURN;
    return PASSING;
  }

  /* Messages that wait, are on their way, or are in a buffer; credits in use by wire. */
  messagesAt(t) {
    const m = this.messages, list = [], used = new Map(), wires = this.tables[SENDS].wire;
    for (const i of this.buckets[this.bucketOf(t)]) {
      if (t < m.ready[i]) continue;
      if (t >= m.departs[i] && t < m.back[i]) used.set(wires[i], (used.get(wires[i]) || 0) + 1);
      if (t >= Math.max(m.freed[i], m.arrives[i])) continue;
      const phase = this.phaseOf(i, t);
      const part = phase === ON_WIRE ? (t - m.departs[i]) / (m.arrives[i] - m.departs[i]) : 0;
      list.push({i, phase, part});
    }
    return {list, used};
  }

  /* A DRAM bank's last burst; null: none yet. */
  rowAt(unit, bank, t) {
    const at = this.rows.get(unit * SLOTS + bank);
    const i = at ? lastAt(at.times, t) : -1;
    if (i < 0) return null;
    const r = at.bursts[i], bursts = this.tables[BURSTS];
    return {row: bursts.row[r], was: bursts.row_was[r], busy: t < at.times[i] + bursts.data[r], since: at.times[i]};
  }

  /* Everything that is drawn, as a text: for tests. */
  pictureAt(t) {
    const warps = [], rows = [], {list, used} = this.messagesAt(t);
    for (const key of [...this.tracks.keys()].sort((a, b) => a - b))
      warps.push([key, this.warpAt(Math.floor(key / SLOTS), key % SLOTS, t)]);
    for (const key of [...this.rows.keys()].sort((a, b) => a - b))
      rows.push([key, this.rowAt(Math.floor(key / SLOTS), key % SLOTS, t)]);
    return JSON.stringify([warps, rows, list, [...used].sort((a, b) => a[0] - b[0])]);
  }
}
