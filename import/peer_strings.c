/* SPDX-License-Identifier: BSD-3-Clause */
#include "import/peer_strings.h"
#include <string.h>

enum { MOST = 1000000 };

static bool letter(const char *text, char *out)
{
    *out = text[0];
    return g_ascii_isalpha(text[0]) && text[1] == '\0';
}

/* sets:line:ways, perhaps with a letter in front. */
static bool read_shape(char **words, unsigned n, struct peer_cache *out)
{
    char kind = 'N';
    unsigned first = n > 0 && letter(words[0], &kind) ? 1 : 0;
    out->sectored = kind == 'S' && first == 1;
    return n == first + 3 && (first == 0 || kind == 'S' || kind == 'N') &&
           parse_number(words[first], MOST, &out->sets) &&
           parse_number(words[first + 1], MOST, &out->line_bytes) &&
           parse_number(words[first + 2], MOST, &out->ways) && out->sets > 0 && out->ways > 0;
}

static bool read_policies(char **words, unsigned n, struct peer_cache *out)
{
    out->set_index = 'L';
    return (n == 4 || n == 5) && letter(words[0], &out->replacement) &&
           letter(words[1], &out->write) && letter(words[2], &out->allocate) &&
           letter(words[3], &out->write_allocate) && (n == 4 || letter(words[4], &out->set_index));
}

static bool read_mshrs(char **words, unsigned n, struct peer_cache *out)
{
    char kind;
    return n == 3 && letter(words[0], &kind) && parse_number(words[1], MOST, &out->mshrs) &&
           parse_number(words[2], MOST, &out->merges) && out->mshrs > 0 && out->merges > 0;
}

static bool read_part(unsigned part, char **words, struct peer_cache *out)
{
    unsigned n = g_strv_length(words);
    switch (part) {
    case 0:
        return read_shape(words, n, out);
    case 1:
        return read_policies(words, n, out);
    case 2:
        return read_mshrs(words, n, out);
    case 3:
        return n >= 1 && n <= 3 && parse_number(words[0], MOST, &out->miss_queue) &&
               out->miss_queue > 0;
    default:
        return n == 1 && parse_number(words[0], MOST, &out->data_width);
    }
}

void peer_cache_read(struct peer_values *values, const char *name, const char *absent,
                     struct peer_cache *out)
{
    const char *text = peer_text(values, name, absent);
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);
    unsigned n = g_strv_length(parts);
    bool right = n == 4 || n == 5;
    *out = (struct peer_cache){0};
    for (unsigned i = 0; right && i < n; i++) {
        g_auto(GStrv) words = g_strsplit(parts[i], ":", -1);
        right = read_part(i, words, out);
    }
    if (!right)
        peer_refuse(values, name,
                    "expected a cache such as S:4:128:64,L:T:m:L:L,A:512:8,16:0,32, found \"%s\"",
                    text);
}

static unsigned *timing_field(struct peer_dram_timing *timing, unsigned i)
{
    unsigned *const fields[] = {&timing->nbk,  &timing->ccd,  &timing->rrd, &timing->rcd,
                                &timing->ras,  &timing->rp,   &timing->rc,  &timing->cl,
                                &timing->wl,   &timing->cdlr, &timing->wr,  &timing->nbkgrp,
                                &timing->ccdl, &timing->rtpl};
    return i < G_N_ELEMENTS(fields) ? fields[i] : NULL;
}

/* "CL=12", or "12" as the i-th of all. */
static bool read_timing_word(struct peer_dram_timing *timing, unsigned i, const char *word)
{
    static const char *const names[] = {"nbk", "CCD", "RRD",  "RCD", "RAS",    "RP",   "RC",
                                        "CL",  "WL",  "CDLR", "WR",  "nbkgrp", "CCDL", "RTPL"};
    const char *equals = strchr(word, '=');
    unsigned *field = equals ? NULL : timing_field(timing, i);
    for (unsigned k = 0; equals && k < G_N_ELEMENTS(names); k++)
        if (strlen(names[k]) == (size_t)(equals - word) &&
            strncmp(names[k], word, (size_t)(equals - word)) == 0)
            field = timing_field(timing, k);
    return field && parse_number(equals ? equals + 1 : word, MOST, field);
}

void peer_dram_timing_read(struct peer_values *values, const char *name, const char *absent,
                           struct peer_dram_timing *out)
{
    const char *text = peer_text(values, name, absent);
    g_auto(GStrv) words = g_strsplit(text, ":", -1);
    *out = (struct peer_dram_timing){.nbkgrp = 1};
    for (unsigned i = 0; words[i]; i++)
        if (!read_timing_word(out, i, words[i]))
            return peer_refuse(values, name, "expected a timing such as CL=12, found \"%s\"",
                               words[i]);
    if (out->nbk == 0 || out->rcd == 0 || out->rp == 0 || out->cl == 0 || out->ccd == 0 ||
        out->nbkgrp == 0)
        peer_refuse(values, name, "nbk, nbkgrp, CCD, RCD, RP and CL must be given and not be 0");
}

/* The bits of a channel from the lowest one: pieces, then banks, then what is above them. */
static void place_banks(const char *field, size_t n, struct peer_address_map *out)
{
    size_t i = n;
    while (i > 0 && strchr("CSD.0", field[i - 1]))
        out->piece_bits += field[--i] == 'C' || field[i] == 'S';
    for (; i > 0 && strchr("BD.", field[i - 1]); i--)
        out->low_bank_bits += field[i - 1] == 'B';
}

/* Takes the letters. False if there are not 64, or others. `channels`: bits that are D. */
static bool count_bits(const char *mask, struct peer_address_map *out, uint64_t *channels)
{
    unsigned bit = 64;
    for (const char *c = mask; *c; c++) {
        if (*c == '.')
            continue;
        if (bit-- == 0 || !strchr("0RBCSD", *c))
            return false;
        out->row_bits += *c == 'R';
        out->bank_bits += *c == 'B';
        out->column_bits += *c == 'C';
        out->burst_bits += *c == 'S';
        *channels |= (uint64_t)(*c == 'D') << bit;
    }
    place_banks(mask, strlen(mask), out);
    char *letter = out->letters;
    for (const char *c = mask + strspn(mask, "0."); *c && strlen(mask) < sizeof out->letters; c++)
        if (*c != 'D')
            *letter++ = *c;
    return bit == 0;
}

/* Why no channel of ours is so; NULL: it can be. */
static const char *map_problem(const struct peer_address_map *map, uint64_t channels)
{
    const uint64_t above = channels >> map->channel_bit;
    const unsigned row = map->column_bits + map->burst_bits;
    if ((above & (above + 1)) != 0)
        return "the letters D must stand side by side";
    if (map->channel_bit < 7 || map->channel_bit > 16)
        return "the channel's lowest bit must be from 7 to 16, so that a line is in one channel";
    if (row < 7 || row > 20)
        return "the letters C and S must be 7 to 20";
    if (map->piece_bits < 7)
        return "the lowest letter B must leave a line of 128 bytes in one bank";
    return map->bank_bits > 6 ? "at most 6 letters B are possible" : NULL;
}

void peer_address_map_read(struct peer_values *values, const char *name, const char *absent,
                           struct peer_address_map *out)
{
    const char *text = peer_text(values, name, absent);
    const char *mask = strchr(text, ';');
    unsigned dram_bit = 64;
    uint64_t channels = 0;
    bool right = true;
    *out = (struct peer_address_map){0};
    if (mask) {
        g_autofree char *bit = g_strndup(text, (gsize)(mask - text));
        right = g_str_has_prefix(bit, "dramid@") && parse_number(bit + 7, 63, &dram_bit);
    }
    right = right && count_bits(mask ? mask + 1 : text, out, &channels) &&
            (mask == NULL) == (channels != 0);
    if (!right)
        return peer_refuse(values, name,
                           "expected 64 bits such as dramid@8;...RRRR.BBBBCCCC.CCSSSSSS, found "
                           "\"%s\"",
                           text);
    out->channel_bit = mask ? dram_bit : (unsigned)__builtin_ctzll(channels);
    const char *problem = map_problem(out, channels);
    if (problem)
        peer_refuse(values, name, "%s; found \"%s\"", problem, text);
}

/* "1132.0": 1,132,000 kHz and "1132". */
static bool read_mhz(const char *text, char **mhz, unsigned *khz)
{
    g_auto(GStrv) halves = g_strsplit(text, ".", 2);
    unsigned whole, fraction = 0;
    if (!parse_number(halves[0], 100000, &whole))
        return false;
    g_autofree char *decimals = g_strdup(halves[1] ? halves[1] : "");
    for (size_t n = strlen(decimals); n > 0 && decimals[n - 1] == '0'; n--)
        decimals[n - 1] = '\0';
    if (strlen(decimals) > 3)
        return false;
    g_autofree char *thousandths = g_strndup(decimals, 3);
    g_autofree char *padded = g_strconcat(thousandths, &"000"[strlen(thousandths)], NULL);
    if (!parse_number(padded, 999, &fraction))
        return false;
    *khz = whole * 1000 + fraction;
    *mhz = g_strconcat(halves[0], decimals[0] ? "." : "", decimals, NULL);
    return *khz > 0;
}

void peer_clocks_read(struct peer_values *values, const char *name, const char *absent,
                      struct peer_clocks *out)
{
    const char *text = peer_text(values, name, absent);
    g_auto(GStrv) words = g_strsplit(text, ":", -1);
    bool right = g_strv_length(words) == 4;
    *out = (struct peer_clocks){0};
    for (unsigned i = 0; right && i < 4; i++)
        right = read_mhz(words[i], &out->mhz[i], &out->khz[i]);
    if (!right)
        peer_refuse(values, name,
                    "expected four clocks in MHz such as 700.0:700.0:700.0:924.0, found \"%s\"",
                    text);
}

void peer_clocks_multiply(struct peer_clocks *clocks, unsigned which, unsigned times)
{
    if (times == 1)
        return;
    const unsigned khz = clocks->khz[which] *= times;
    g_free(clocks->mhz[which]);
    clocks->mhz[which] = khz % 1000 == 0 ? g_strdup_printf("%u", khz / 1000)
                                         : g_strdup_printf("%u.%03u", khz / 1000, khz % 1000);
}

void peer_clocks_clear(struct peer_clocks *clocks)
{
    for (unsigned i = 0; i < 4; i++)
        g_free(clocks->mhz[i]);
    *clocks = (struct peer_clocks){0};
}

bool peer_special_unit(struct peer_values *values, const char *name, unsigned *units,
                       const char **unit_name)
{
    const char *text = peer_text(values, name, NULL);
    if (!text)
        return false;
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    unsigned enabled;
    if (g_strv_length(words) != 6 || !parse_number(words[0], 1, &enabled) ||
        !parse_number(words[1], 64, units) || *units == 0) {
        peer_refuse(values, name, "expected a unit such as 1,4,4,4,4,BRA, found \"%s\"", text);
        return false;
    }
    *unit_name = strrchr(text, ',') + 1;
    return enabled == 1;
}
