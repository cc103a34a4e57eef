#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CRawSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <time.h>
#if defined(__ANDROID__)
#include <sys/system_properties.h>
#endif

#if defined(__x86_64__)

static inline long call_with_six(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__aarch64__)

static inline long call_with_six(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}

#else
#define MANTLET_THROUGH_LIBC 1
#include <unistd.h>
static inline long answer(long result) { return result < 0 ? -(long)errno : result; }
#endif

/// struct open_how of linux/openat2.h, which older headers do not have.
struct way {
  uint64_t flags, mode, resolve;
};

/// The number of openat2, the same on every architecture.
#define OPEN_BY_WAY 437
#define CROSSES_NO_MOUNT 0x01
#define FOLLOWS_NO_LINK 0x04

#if !defined(MANTLET_THROUGH_LIBC)

static inline long call(long number, long a, long b, long c, long d, long e) {
  return call_with_six(number, a, b, c, d, e, 0);
}

long mantlet_raw_copy(const void *from, void *to, size_t count) {
  struct iovec there = {(void *)from, count}, here = {to, count};
  long own = call(SYS_getpid, 0, 0, 0, 0, 0);
  return call_with_six(SYS_process_vm_readv, own, (long)&here, 1, (long)&there, 1, 0);
}

static long open_by(int folder, const char *name, int flags) {
  return call(SYS_openat, folder, (long)name, flags, 0, 0);
}

static long map_page(int descriptor) { return call_with_six(SYS_mmap, 0, 1, PROT_READ, MAP_PRIVATE, descriptor, 0); }

long mantlet_raw_unmap_page(uintptr_t address) { return call(SYS_munmap, (long)address, 1, 0, 0, 0); }

static long clock_says(int clock, struct timespec *time) {
  return call(SYS_clock_gettime, clock, (long)time, 0, 0, 0);
}

static inline long open_inside(int folder, const char *name, const struct way *way) {
  return call(OPEN_BY_WAY, folder, (long)name, (long)way, sizeof *way, 0);
}

static long file_system(int descriptor, struct statfs *system) {
  return call(SYS_fstatfs, descriptor, (long)system, 0, 0, 0);
}

long mantlet_raw_process(void) { return call(SYS_getpid, 0, 0, 0, 0, 0); }

long mantlet_raw_read(int descriptor, void *buffer, size_t count) {
  return call(SYS_read, descriptor, (long)buffer, (long)count, 0, 0);
}

long mantlet_raw_read_at(int descriptor, void *buffer, size_t count, uint64_t offset) {
  return call(SYS_pread64, descriptor, (long)buffer, (long)count, (long)offset, 0);
}

long mantlet_raw_close(int descriptor) { return call(SYS_close, descriptor, 0, 0, 0, 0); }

long mantlet_raw_read_link_at(int folder, const char *name, char *buffer, size_t count) {
  return call(SYS_readlinkat, folder, (long)name, (long)buffer, (long)count, 0);
}

long mantlet_raw_access(const char *path, int mode) { return call(SYS_faccessat, AT_FDCWD, (long)path, mode, 0, 0); }

long mantlet_raw_list(int descriptor, void *buffer, size_t count) {
  return call(SYS_getdents64, descriptor, (long)buffer, (long)count, 0, 0);
}

static long control(int descriptor, unsigned long request, void *argument) {
  return call(SYS_ioctl, descriptor, (long)request, (long)argument, 0, 0);
}

/// The kernel's own layout, which is not libc's struct sigaction.
struct kernel_action {
  uintptr_t handler;
  unsigned long flags;
#if defined(__x86_64__)
  uintptr_t restorer;
#endif
  uint64_t mask;
};

long mantlet_raw_signal_handler(int number, uintptr_t *handler) {
  struct kernel_action action;
  long result = call(SYS_rt_sigaction, number, 0, (long)&action, sizeof action.mask, 0);
  if (result < 0) return result;
  *handler = action.handler;
  return 0;
}

static long socket_to(const struct sockaddr_in *address, int milliseconds) {
  long descriptor = call(SYS_socket, AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, 0, 0);
  if (descriptor < 0) return descriptor;
  long result = call(SYS_connect, descriptor, (long)address, sizeof *address, 0, 0);
  if (result == -EINPROGRESS) {
    struct pollfd wait = {(int)descriptor, POLLOUT, 0};
    struct {
      long seconds, nanoseconds;
    } bound = {milliseconds / 1000, (milliseconds % 1000) * 1000000L};
    result = call(SYS_ppoll, (long)&wait, 1, (long)&bound, 0, 0);
    // A second connect says how the first one ended.
    if (result == 0) result = -ETIMEDOUT;
    if (result > 0) result = call(SYS_connect, descriptor, (long)address, sizeof *address, 0, 0);
    if (result == -EISCONN) result = 0;
  }
  call(SYS_close, descriptor, 0, 0, 0, 0);
  return result;
}

// On both 64-bit architectures libc's struct stat is the kernel's own layout, so the kernel may fill it directly.
static long status_of(int folder, const char *path, int flags, struct stat *status) {
  return call(SYS_newfstatat, folder, (long)path, (long)status, flags, 0);
}

static long status_of_open(int descriptor, struct stat *status) {
  return call(SYS_fstat, descriptor, (long)status, 0, 0, 0);
}

long mantlet_raw_duplicate(int descriptor, int least) {
  return call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, least, 0, 0);
}

static long name_system(struct utsname *name) { return call(SYS_uname, (long)name, 0, 0, 0, 0); }

#else

long mantlet_raw_copy(const void *from, void *to, size_t count) {
  struct iovec there = {(void *)from, count}, here = {to, count};
  return answer(syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0));
}

static long open_by(int folder, const char *name, int flags) { return answer(openat(folder, name, flags)); }

long mantlet_raw_unmap_page(uintptr_t address) { return answer(munmap((void *)address, 1)); }

static long clock_says(int clock, struct timespec *time) { return answer(clock_gettime(clock, time)); }

static inline long open_inside(int folder, const char *name, const struct way *way) {
  return answer(syscall(OPEN_BY_WAY, folder, name, way, sizeof *way));
}

static long file_system(int descriptor, struct statfs *system) { return answer(fstatfs(descriptor, system)); }

long mantlet_raw_process(void) { return getpid(); }

long mantlet_raw_read(int descriptor, void *buffer, size_t count) { return answer(read(descriptor, buffer, count)); }

long mantlet_raw_read_at(int descriptor, void *buffer, size_t count, uint64_t offset) {
  return answer(pread64(descriptor, buffer, count, (off64_t)offset));
}

long mantlet_raw_close(int descriptor) { return answer(close(descriptor)); }

long mantlet_raw_read_link_at(int folder, const char *name, char *buffer, size_t count) {
  return answer(readlinkat(folder, name, buffer, count));
}

long mantlet_raw_access(const char *path, int mode) { return answer(faccessat(AT_FDCWD, path, mode, 0)); }

static long status_of(int folder, const char *path, int flags, struct stat *status) {
  return answer(fstatat(folder, path, status, flags));
}

static long status_of_open(int descriptor, struct stat *status) { return answer(fstat(descriptor, status)); }

long mantlet_raw_duplicate(int descriptor, int least) { return answer(fcntl(descriptor, F_DUPFD_CLOEXEC, least)); }

static long name_system(struct utsname *name) { return answer(uname(name)); }

long mantlet_raw_list(int descriptor, void *buffer, size_t count) {
  return answer(syscall(SYS_getdents64, descriptor, buffer, count));
}

long mantlet_raw_signal_handler(int number, uintptr_t *handler) {
  struct sigaction action;
  if (sigaction(number, 0, &action) < 0) return -errno;
  *handler = (uintptr_t)action.sa_handler;
  return 0;
}

static long socket_to(const struct sockaddr_in *address, int milliseconds) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  long result = answer(connect(descriptor, (const struct sockaddr *)address, sizeof *address));
  if (result == -EINPROGRESS) {
    struct pollfd wait = {descriptor, POLLOUT, 0};
    result = answer(poll(&wait, 1, milliseconds));
    if (result == 0) result = -ETIMEDOUT;
    if (result > 0) result = answer(connect(descriptor, (const struct sockaddr *)address, sizeof *address));
    if (result == -EISCONN) result = 0;
  }
  close(descriptor);
  return result;
}

static long control(int descriptor, unsigned long request, void *argument) {
  return answer(ioctl(descriptor, (int)request, argument));
}

#endif

int mantlet_raw_is_direct(void) {
#if defined(MANTLET_THROUGH_LIBC)
  return 0;
#else
  return 1;
#endif
}

#define FOR_READING (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
/// Without the right to read it.
#define AS_FOLDER (O_PATH | O_DIRECTORY | O_CLOEXEC)

long mantlet_raw_open_for_reading(const char *path) { return open_by(AT_FDCWD, path, FOR_READING); }

long mantlet_raw_open_at(int folder, const char *name) { return open_by(folder, name, FOR_READING | O_NOFOLLOW); }

long mantlet_raw_open_target_at(int folder, const char *name) { return open_by(folder, name, FOR_READING); }

long mantlet_raw_open_folder(const char *path) { return open_by(AT_FDCWD, path, AS_FOLDER); }

long mantlet_raw_open_folder_at(int folder, const char *name) { return open_by(folder, name, AS_FOLDER | O_NOFOLLOW); }

static long open_no_way_over(int folder, const char *name, int flags) {
#if defined(__ANDROID__)
  // The filter that Android lays around apps ends a process for calls that it does not list.
  (void)folder, (void)name, (void)flags;
  return -ENOSYS;
#else
  struct way way = {(uint64_t)flags, 0, CROSSES_NO_MOUNT | FOLLOWS_NO_LINK};
  return open_inside(folder, name, &way);
#endif
}

long mantlet_raw_open_inside(int folder, const char *name) { return open_no_way_over(folder, name, FOR_READING); }

long mantlet_raw_open_folder_inside(int folder, const char *name) { return open_no_way_over(folder, name, AS_FOLDER); }

long mantlet_raw_map_page(int descriptor, uintptr_t *address) {
#if defined(MANTLET_THROUGH_LIBC)
  void *page = mmap(0, 1, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (page == MAP_FAILED) return -errno;
  *address = (uintptr_t)page;
#else
  long result = map_page(descriptor);
  if (result < 0) return result;
  *address = (uintptr_t)result;
#endif
  return 0;
}

long mantlet_raw_boot(int64_t *seconds) {
  struct timespec now, since;
  long result = clock_says(CLOCK_REALTIME, &now);
  if (result >= 0) result = clock_says(CLOCK_BOOTTIME, &since);
  if (result < 0) return result;
  *seconds = (int64_t)now.tv_sec - (int64_t)since.tv_sec;
  return 0;
}

/// PROC_SUPER_MAGIC of linux/magic.h.
#define IS_PROC 0x9fa0

long mantlet_raw_is_proc(int descriptor) {
  struct statfs system;
  long result = file_system(descriptor, &system);
  return result < 0 ? result : system.f_type == IS_PROC;
}

long mantlet_raw_connect(uint16_t port, int milliseconds) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return socket_to(&address, milliseconds);
}

static long reduced(long result, const struct stat *status, struct mantlet_raw_file *file) {
  if (result < 0) return result;
  file->device = (uint64_t)status->st_dev;
  file->inode = (uint64_t)status->st_ino;
  file->size = (uint64_t)status->st_size;
  file->changed = (int64_t)status->st_ctime;
  file->mode = (uint32_t)status->st_mode;
  file->user = (uint32_t)status->st_uid;
  return 0;
}

long mantlet_raw_stat(const char *path, int follow, struct mantlet_raw_file *file) {
  struct stat status;
  return reduced(status_of(AT_FDCWD, path, follow ? 0 : AT_SYMLINK_NOFOLLOW, &status), &status, file);
}

long mantlet_raw_stat_at(int folder, const char *name, struct mantlet_raw_file *file) {
  struct stat status;
  return reduced(status_of(folder, name, AT_SYMLINK_NOFOLLOW, &status), &status, file);
}

long mantlet_raw_stat_open(int descriptor, struct mantlet_raw_file *file) {
  struct stat status;
  return reduced(status_of_open(descriptor, &status), &status, file);
}

long mantlet_raw_release(void *buffer, size_t room) {
  struct utsname name;
  long result = name_system(&name);
  if (result < 0) return result;
  size_t count = 0;
  for (; count < sizeof name.release && name.release[count]; count++) {
    if (count == room) return -ENAMETOOLONG;
    ((char *)buffer)[count] = name.release[count];
  }
  return (long)count;
}

/// struct procmap_query of linux/fs.h, which older headers do not have.
struct map_question {
  uint64_t size, flags, address;
  uint64_t start, end, permissions, page_size, offset, inode;
  uint32_t device_major, device_minor, name_size, build_id_size;
  uint64_t name, build_id;
};

#define ASK_MAP _IOWR('f', 17, struct map_question)
#define EXECUTABLE 0x04
#define AT_OR_NEXT 0x10

static long ask_map(
    int descriptor, uint64_t address, uint64_t flags, char *name, size_t room, struct mantlet_raw_row *row) {
  struct map_question question = {
      .size = sizeof question,
      .flags = flags,
      .address = address,
      .name_size = (uint32_t)room,
      .name = (uint64_t)(uintptr_t)name,
  };
  long result = control(descriptor, ASK_MAP, &question);
  if (result == -ENOENT) return 0;
  if (result < 0) return result;
  row->start = question.start;
  row->end = question.end;
  row->offset = question.offset;
  row->device = (uint64_t)question.device_major << 32 | question.device_minor;
  row->inode = question.inode;
  row->permissions = (uint32_t)question.permissions & 7;
  // The kernel counts the zero at the end.
  row->name = question.name_size ? question.name_size - 1 : 0;
  return 1;
}

long mantlet_raw_next_code(int descriptor, uint64_t address, char *name, size_t room, struct mantlet_raw_row *row) {
  return ask_map(descriptor, address, EXECUTABLE | AT_OR_NEXT, name, room, row);
}

long mantlet_raw_row_at(int descriptor, uint64_t address, struct mantlet_raw_row *row) {
  return ask_map(descriptor, address, 0, 0, 0, row);
}

/// struct pm_scan_arg of linux/fs.h.
struct page_question {
  uint64_t size, flags, start, end, walk_end;
  uint64_t found, room, most;
  uint64_t inverted, all_of, any_of, told;
};

#define ASK_PAGES _IOWR('f', 16, struct page_question)
#define OF_A_FILE (1 << 2)
#define IS_THERE (1 << 3)
#define IS_SWAPPED (1 << 4)

long mantlet_raw_private_pages(
    int descriptor, uint64_t start, uint64_t end, struct mantlet_raw_pages *found, size_t room, uint64_t *next) {
  struct page_question question = {
      .size = sizeof question,
      .start = start,
      .end = end,
      .found = (uint64_t)(uintptr_t)found,
      .room = room,
      .inverted = OF_A_FILE,
      .all_of = OF_A_FILE,
      .any_of = IS_THERE | IS_SWAPPED,
      .told = OF_A_FILE,
  };
  long result = control(descriptor, ASK_PAGES, &question);
  *next = question.walk_end;
  return result;
}

typedef uint64_t __attribute__((aligned(1), may_alias)) unaligned_word;

size_t mantlet_raw_first_difference(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  size_t index = 0;
  for (; index + 32 <= count; index += 32) {
    const unaligned_word *x = (const unaligned_word *)(a + index), *y = (const unaligned_word *)(b + index);
    if ((x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3])) break;
  }
  while (index < count && a[index] == b[index]) index++;
  return index;
}

uintptr_t mantlet_raw_own_code(void) { return (uintptr_t)&mantlet_raw_first_difference; }

long mantlet_raw_android_property(const char *name, char *buffer) {
#if defined(__ANDROID__)
  return __system_property_get(name, buffer);
#else
  (void)name;
  (void)buffer;
  return -ENOSYS;
#endif
}

#else

// Other platforms have no /proc: this module is empty there.
typedef int mantlet_raw_system_calls_are_linux_only;

#endif
