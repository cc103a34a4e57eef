#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CFileExchange.h"

#include <errno.h>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <unistd.h>

int mantlet_file_exchange(int folder, const char *first, const char *second) {
#if defined(SYS_renameat2) && !defined(__ANDROID__)
  return syscall(SYS_renameat2, folder, first, folder, second, RENAME_EXCHANGE) == 0 ? 0 : -errno;
#else
  (void)folder, (void)first, (void)second;
  return -ENOSYS;
#endif
}
#endif
