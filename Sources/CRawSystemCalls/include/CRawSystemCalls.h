// System calls made without libc, so that a hook in libc's open or read cannot decide what an integrity probe sees.
//
// Protects against: function hooks, import table overwrites and preloaded libraries around libc's file functions.
// Does not protect against: a kernel that lies (module, eBPF, seccomp user notification, ptrace) or a patch of
// these functions themselves.
//
// Every function returns the kernel's answer: a value of 0 or more, or a negative errno. `errno` is not touched.
// On x86-64 and AArch64 the instruction is inline; other Linux architectures go through libc.
// Source: syscall(2), proc(5).
#ifndef MANTLET_RAW_SYSTEM_CALLS_H
#define MANTLET_RAW_SYSTEM_CALLS_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// What newfstatat says about a path, reduced to what a probe needs.
struct mantlet_raw_file {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
  /// When it, or one of its names, was last changed, in seconds since 1970.
  int64_t changed;
  uint32_t mode;
  uint32_t user;
};

/// 1 where these functions are calls of the kernel, 0 where they go through libc and prove nothing about it.
int mantlet_raw_is_direct(void);

/// openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY): the descriptor.
long mantlet_raw_open_for_reading(const char *path);

/// The same of `name` in an open folder, and not through a link at its end.
long mantlet_raw_open_at(int folder, const char *name);

/// The same, and neither over a mount nor through a link on the way: -EXDEV or -ELOOP where one lies there. -ENOSYS
/// before Linux 5.6 and on Android, -EPERM under some filters of system calls. Source: openat2(2).
long mantlet_raw_open_inside(int folder, const char *name);

/// As mantlet_raw_open_at, and through a link at its end, also one of the kernel's that leads past any name.
long mantlet_raw_open_target_at(int folder, const char *name);

/// openat(AT_FDCWD, path, O_PATH | O_DIRECTORY | O_CLOEXEC): a folder, which need not be readable. Source: open(2).
long mantlet_raw_open_folder(const char *path);

/// The same of `name` in an open folder, and not through a link at its end.
long mantlet_raw_open_folder_at(int folder, const char *name);

/// The same as mantlet_raw_open_inside does it.
long mantlet_raw_open_folder_inside(int folder, const char *name);

/// Maps the first page of an open file, to be read and for this process alone: 0. Nobody may read it where the file is
/// empty. Source: mmap(2).
long mantlet_raw_map_page(int descriptor, uintptr_t *address);
long mantlet_raw_unmap_page(uintptr_t address);

/// When the system began to run, by its clock of today: 0, and seconds since 1970. Source: clock_gettime(2).
long mantlet_raw_boot(int64_t *seconds);

/// 1 where the open file is one of the kernel's file system of processes, 0 where not. Source: fstatfs(2).
long mantlet_raw_is_proc(int descriptor);

/// getpid: the number of this process in its own name space.
long mantlet_raw_process(void);

long mantlet_raw_read(int descriptor, void *buffer, size_t count);
long mantlet_raw_read_at(int descriptor, void *buffer, size_t count, uint64_t offset);
long mantlet_raw_close(int descriptor);

/// readlinkat in an open folder: the number of bytes written, without a terminating zero.
long mantlet_raw_read_link_at(int folder, const char *name, char *buffer, size_t count);

/// faccessat(AT_FDCWD, path, mode): 0 when the access is allowed. `mode` as in access(2).
long mantlet_raw_access(const char *path, int mode);

/// newfstatat(AT_FDCWD, path): `follow` 0 judges a symbolic link itself.
long mantlet_raw_stat(const char *path, int follow, struct mantlet_raw_file *file);

/// The same of an open descriptor.
long mantlet_raw_stat_open(int descriptor, struct mantlet_raw_file *file);

/// newfstatat of `name` in an open folder, and not through a link at its end.
long mantlet_raw_stat_at(int folder, const char *name, struct mantlet_raw_file *file);

/// fcntl(F_DUPFD_CLOEXEC): another descriptor for the same open file, with a number of `least` or more.
long mantlet_raw_duplicate(int descriptor, int least);

/// uname: the release of the kernel, without a terminating zero; its number of bytes, at most 65.
long mantlet_raw_release(void *buffer, size_t room);

/// getdents64: fills `buffer` with entries of an open folder (`struct linux_dirent64`, getdents(2)), 0 at its end.
long mantlet_raw_list(int descriptor, void *buffer, size_t count);

/// The function that takes signal `number` (0 default, 1 ignored): 0, or a negative errno.
long mantlet_raw_signal_handler(int number, uintptr_t *handler);

/// Connects to a TCP port of 127.0.0.1 and closes at once: 0 when something listens, -ECONNREFUSED when nothing does,
/// -ETIMEDOUT when no answer came in time.
long mantlet_raw_connect(uint16_t port, int milliseconds);

/// Copies memory of this process that may be unmapped meanwhile: the number of bytes, fewer where the mapping ends, or
/// -EFAULT when there is none. Source: process_vm_readv(2).
long mantlet_raw_copy(const void *from, void *to, size_t count);

/// A row of the memory map.
struct mantlet_raw_row {
  uint64_t start, end, offset, inode;
  /// The major number above 32 bits of the minor one.
  uint64_t device;
  /// 1 readable, 2 writable, 4 executable.
  uint32_t permissions;
  /// Bytes of its name, without a terminating zero.
  uint32_t name;
};

/// The first row at `address` or above it that may be executed: 1, or 0 where there is none. -ENOTTY before Linux 6.11,
/// -ENAMETOOLONG when `room` is too small. `descriptor` is an open `/proc/self/maps`. The vsyscall page of x86-64 is no
/// row here. Source: linux/fs.h, PROCMAP_QUERY.
long mantlet_raw_next_code(int descriptor, uint64_t address, char *name, size_t room, struct mantlet_raw_row *row);

/// The row that holds `address`, whatever it is for, without its name: 1, or 0 where there is none. Else as above.
long mantlet_raw_row_at(int descriptor, uint64_t address, struct mantlet_raw_row *row);

/// Pages that follow each other.
struct mantlet_raw_pages {
  uint64_t start, end;
  uint64_t kinds;
};

/// Which pages between two addresses of whole pages are private copies: there or swapped out, and neither a file's nor
/// shared. Fills `found` with at most `room` runs and returns how many; `next` is where to go on, `end` when all was
/// looked at. -ENOTTY before Linux 6.7. `descriptor` is an open `/proc/self/pagemap`. Source: Linux
/// admin-guide/mm/pagemap, PAGEMAP_SCAN.
long mantlet_raw_private_pages(
    int descriptor, uint64_t start, uint64_t end, struct mantlet_raw_pages *found, size_t room, uint64_t *next);

/// The index of the first byte in which the two blocks differ, or `count` when they are equal. Calls no libc function.
size_t mantlet_raw_first_difference(const void *left, const void *right, size_t count);

/// An address inside the image that these functions are linked into.
uintptr_t mantlet_raw_own_code(void);

/// The Android system property `name`: its length without the terminating zero, or a negative errno (-ENOSYS off
/// Android). `buffer` must hold 92 bytes.
long mantlet_raw_android_property(const char *name, char *buffer);

#endif
#endif
