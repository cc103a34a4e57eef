// The kernel's key retention service, for which libc has no functions.
//
// Every function returns the kernel's answer: a value of 0 or more, or a negative errno.
// Source: keyrings(7), add_key(2), keyctl(2).
#ifndef MANTLET_KERNEL_KEYRING_H
#define MANTLET_KERNEL_KEYRING_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// Adds a key of the type `user` to the keyring, or gives an existing one of this description new contents.
long mantlet_keyring_add(const char *description, const void *payload, size_t count, int32_t keyring);

/// The serial number of the key of the type `user` with this description.
long mantlet_keyring_search(int32_t keyring, const char *description);

/// Copies at most `count` bytes of the key; the answer is its whole length.
long mantlet_keyring_read(int32_t key, void *buffer, size_t count);

/// Lets the key vanish after so many seconds.
long mantlet_keyring_set_timeout(int32_t key, unsigned seconds);

/// Sets who may do what with the key; bits as in keyctl_setperm(3).
long mantlet_keyring_set_permissions(int32_t key, uint32_t permissions);

/// Takes the key out of the keyring.
long mantlet_keyring_unlink(int32_t key, int32_t keyring);

#endif
#endif
