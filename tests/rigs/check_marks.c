/* SPDX-License-Identifier: BSD-3-Clause */
/* Assertions that hold leave no trace.
 *
 * Check writes a record to a file for each assertion that holds, and reads them all at the end, so
 * that a test that crashes can be reported as "after this line". At one or two microseconds each,
 * millions of them take longer than what they test. The linker puts this function in the place of
 * the one that writes (--wrap). Assertions that fail are reported as ever; a crash is reported with
 * its test alone.
 */
void __wrap__mark_point(const char *file, int line);

void __wrap__mark_point(const char *file, int line)
{
    (void)file;
    (void)line;
}
