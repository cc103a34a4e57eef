// The exchange of two files in one step, for which not every libc has a function.
//
// Source: renameat2(2).
#ifndef MANTLET_FILE_EXCHANGE_H
#define MANTLET_FILE_EXCHANGE_H

#if defined(__linux__)

/// Gives each of two names in an open folder the file of the other: 0, or a negative errno. -ENOSYS before Linux 3.15,
/// where a filter of system calls says so, and always on Android, whose filter would end the process; -EINVAL where the
/// file system cannot.
int mantlet_file_exchange(int folder, const char *first, const char *second);

#endif
#endif
