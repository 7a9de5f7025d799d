/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/browser.h"
#include "tests/rigs/folder.h"
#include <check.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

bool browser_is_there(void)
{
    g_autofree char *browser = g_find_program_in_path("chromium");
    if (!browser)
        puts("skipped: there is no chromium (Debian's package of this name)");
    return browser != NULL;
}

char *browser_run(const char *folder, const char *page, const char *const *options, char **log)
{
    g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
    static const char *const always[] = {"chromium",
                                         "--headless",
                                         "--no-sandbox",
                                         "--disable-gpu",
                                         "--no-first-run",
                                         "--disable-dev-shm-usage",
                                         "--enable-logging=stderr",
                                         "--v=0",
                                         "--hide-scrollbars"};
    char *out = NULL;
    int status;
    for (guint i = 0; i < G_N_ELEMENTS(always); i++)
        g_ptr_array_add(arguments, g_strdup(always[i]));
    g_ptr_array_add(arguments, g_strdup_printf("--user-data-dir=%s/browser", folder));
    for (; *options; options++)
        g_ptr_array_add(arguments, g_strdup(*options));
    g_ptr_array_add(arguments, g_strdup_printf("file://%s/%s", folder, page));
    g_ptr_array_add(arguments, NULL);
    bool ran = g_spawn_sync(NULL, (char **)arguments->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                            &out, log, &status, NULL);
    ck_assert(ran);
    ck_assert_msg(g_spawn_check_wait_status(status, NULL), "%s", *log);
    return out;
}

char *browser_hear(const char *folder, const char *page, unsigned width)
{
    static const char *const options[] = {"--dump-dom", "--virtual-time-budget=3000", NULL};
    g_autofree char *frame = g_strdup_printf(
        "<!DOCTYPE html><title>nothing heard</title><link rel=\"icon\" href=\"data:,\"><script>"
        "onmessage = e => { document.title = e.data; };</script>"
        "<iframe src=\"%s\" width=\"%u\" height=\"4000\" style=\"border:0\"></iframe>",
        page, width);
    g_free(folder_write(folder, "frame.html", frame, strlen(frame)));
    g_autofree char *log = NULL;
    g_autofree char *dom = browser_run(folder, "frame.html", options, &log);
    const char *begin = strstr(dom, "<title>"), *end = strstr(dom, "</title>");
    ck_assert_msg(begin && end, "%.400s", dom);
    ck_assert_msg(strstr(log, ":CONSOLE") == NULL, "%s", log);
    begin += strlen("<title>");
    return g_strndup(begin, (gsize)(end - begin));
}
