#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CKernelKeyring.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static long answer(long result) { return result < 0 ? -errno : result; }

long mantlet_keyring_add(const char *description, const void *payload, size_t count, int32_t keyring) {
  return answer(syscall(SYS_add_key, "user", description, payload, count, keyring));
}

long mantlet_keyring_search(int32_t keyring, const char *description) {
  return answer(syscall(SYS_keyctl, KEYCTL_SEARCH, keyring, "user", description, 0));
}

long mantlet_keyring_read(int32_t key, void *buffer, size_t count) {
  return answer(syscall(SYS_keyctl, KEYCTL_READ, key, buffer, count));
}

long mantlet_keyring_set_timeout(int32_t key, unsigned seconds) {
  return answer(syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds));
}

long mantlet_keyring_set_permissions(int32_t key, uint32_t permissions) {
  return answer(syscall(SYS_keyctl, KEYCTL_SETPERM, key, permissions));
}

long mantlet_keyring_unlink(int32_t key, int32_t keyring) {
  return answer(syscall(SYS_keyctl, KEYCTL_UNLINK, key, keyring));
}
#endif
