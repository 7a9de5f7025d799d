/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/workloads/sass_trace/trace_player.h"
#include "workloads/instruction_source.h"

#include <check.h>
#include <stdlib.h>

bool trace_player_open(struct trace_player *player, const char *path, GError **error)
{
    *player = (struct trace_player){0};
    trace_notes_init(&player->notes);
    player->trace = trace_launch_new(path, &(struct trace_repair){0}, &player->notes, error);
    if (!player->trace)
        return false;
    struct trace_code *code = player->trace->code = trace_code_new("test", error);
    ck_assert_ptr_nonnull(code);
    code->code = (struct kernel_code){.name = g_strdup("test"),
                                      .ops = &trace_source_ops,
                                      .instructions = code->instructions,
                                      .n_instructions = CODE_INSTRUCTIONS};
    player->launch.code = &code->code;
    player->launch.params = (const uint8_t *)&player->trace->self;
    memcpy(player->launch.grid, player->trace->header.grid, sizeof player->launch.grid);
    memcpy(player->launch.block, player->trace->header.block, sizeof player->launch.block);
    player->state = g_malloc(trace_warp_state_bytes());
    player->shared = g_malloc0(player->trace->header.shared_bytes + 1);
    return true;
}

static void drop_copies(struct trace_player *player)
{
    while (player->issued.bulk) {
        struct bulk_job *job = player->issued.bulk;
        player->issued.bulk = job->next;
        g_free(job);
    }
}

void trace_player_close(struct trace_player *player)
{
    if (player->trace)
        trace_code_free(player->trace->code);
    trace_launch_free(player->trace);
    trace_notes_finish(&player->notes);
    g_free(player->state);
    g_free(player->shared);
    drop_copies(player);
    *player = (struct trace_player){0};
}

void trace_player_start(struct trace_player *player, uint64_t block, unsigned warp)
{
    const uint32_t *grid = player->launch.grid;
    player->block = (struct block_context){.launch = &player->launch,
                                           .shared = player->shared,
                                           .index = {(uint32_t)(block % grid[0]),
                                                     (uint32_t)(block / grid[0] % grid[1]),
                                                     (uint32_t)(block / grid[0] / grid[1])}};
    player->warp = (struct warp_context){.code = player->launch.code,
                                         .block = &player->block,
                                         .in_block = warp,
                                         .state = player->state};
    trace_source_ops.warp_start(&player->warp);
}

bool trace_player_step(struct trace_player *player)
{
    player->pc = player->warp.pc;
    drop_copies(player);
    bool good = trace_source_ops.issue(&player->warp, 0, &player->issued);
    ck_assert_msg(good, "%s", player->issued.fault);
    issued_expand(&player->issued);
    return player->warp.active != 0;
}

const struct instruction *trace_player_facts(const struct trace_player *player)
{
    return &player->launch.code->instructions[player->pc];
}

static unsigned warps_of(const struct trace_player *player)
{
    return (trace_header_threads(&player->trace->header) + WARP_LANES - 1) / WARP_LANES;
}

static void describe(const struct trace_player *player, GString *text)
{
    const struct issued *what = &player->issued;
    g_string_append_printf(text, "%u %08x %u", player->pc, what->active, what->space);
    if (what->space != SPACE_NONE)
        for (lane_mask left = what->active; left; left &= left - 1)
            g_string_append_printf(text, " %" G_GINT64_MODIFIER "x",
                                   what->address[__builtin_ctz(left)]);
    g_string_append_c(text, '\n');
}

static void play_block(struct trace_player *player, uint64_t block, GString *text)
{
    for (unsigned warp = 0; warp < warps_of(player); warp++) {
        bool more;
        trace_player_start(player, block, warp);
        do {
            more = trace_player_step(player);
            describe(player, text);
        } while (more);
    }
}

char *trace_player_transcript(const char *path)
{
    struct trace_player player;
    GError *error = NULL;
    GString *text = g_string_new(NULL);
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    for (uint64_t block = 0; block < player.trace->n_blocks; block++)
        play_block(&player, block, text);
    trace_player_close(&player);
    return g_string_free(text, FALSE);
}

char *trace_player_transcript_in_order(const char *path, uint64_t first, uint64_t step)
{
    struct trace_player player;
    GError *error = NULL;
    ck_assert_msg(trace_player_open(&player, path, &error), "%s", error ? error->message : "");
    uint64_t n = player.trace->n_blocks;
    g_autofree GString **texts = g_new(GString *, n);
    for (uint64_t i = 0, block = first % n; i < n; i++, block = (block + step) % n) {
        texts[block] = g_string_new(NULL);
        play_block(&player, block, texts[block]);
    }
    ck_assert_uint_eq(g_hash_table_size(player.trace->blocks), 0);
    ck_assert_uint_eq(player.trace->waiting_bytes, 0);
    trace_player_close(&player);
    GString *all = g_string_new(NULL);
    for (uint64_t block = 0; block < n; block++) {
        g_string_append(all, texts[block]->str);
        g_string_free(texts[block], TRUE);
    }
    return g_string_free(all, FALSE);
}

char *trace_player_error(const char *path)
{
    struct trace_player player;
    GError *error = NULL;
    char *text = NULL;
    if (!trace_player_open(&player, path, &error)) {
        text = g_strdup(error->message);
        g_clear_error(&error);
    }
    for (uint64_t block = 0; !text && block < player.trace->n_blocks; block++) {
        struct trace_block *parsed = trace_launch_block(player.trace, block);
        for (unsigned warp = 0; parsed && warp < warps_of(&player); warp++)
            trace_launch_warp_ended(player.trace, parsed, block);
        if (!parsed)
            text = g_strdup(player.trace->error->message);
    }
    trace_player_close(&player);
    return text;
}
