/* SPDX-License-Identifier: BSD-3-Clause */
/* A platform's values by the names of --set. */
#ifndef SIMGPU_CORE_PLATFORM_VALUES_H
#define SIMGPU_CORE_PLATFORM_VALUES_H

struct platform;

/* Is told every value that --set could change, such as "sm.l1d.size", in the order of the file. */
typedef void (*platform_teller)(void *data, const char *name, const char *value);
void platform_each_value(const struct platform *platform, platform_teller tell, void *data);

#endif
