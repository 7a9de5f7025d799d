/* SPDX-License-Identifier: BSD-3-Clause */
/* A platform file: read, as configuration of a GPU and as SimGrid's topology. Its folder is that of
 * the process's open files, so that ../cwd/platforms/ is where it finds bases. */
#include "models/gpu.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file;
    g_autofree char *path = fuzz_file(data, size, &file);
    struct platform *platform = platform_load(path, NULL);
    if (platform) {
        struct gpu_config config = {0};
        platform_set(platform, "sm.count=4", NULL);
        if (gpu_config_read(&config, platform, NULL))
            g_free(platform_simgrid_xml(platform));
        gpu_config_clear(&config);
        platform_free(platform);
    }
    fuzz_file_remove(file);
    return 0;
}
