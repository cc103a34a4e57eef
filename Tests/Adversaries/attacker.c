// A library that attacks the program it is loaded into, as the variable ADVERSARY says. For tests only.
//
//   preload   answers for getuid                    got       an import slot leads into this library
//   inline    a jump at the start of getuid         libc      an import slot leads to another function of libc
//   stub      the same, into unnamed memory         cave      the same, into the unused end of libc's last page
//   counter   a hardware breakpoint on getuid       scrub     answers for getuid and wipes its trace
//   later     as got, but only once SIGUSR2 comes
//   moved     a changed copy of libc's code, in memory of no file, moved over it
//   laid      the same from a changed copy of libc's file
//   undump    once SIGUSR2 comes the dumpable flag is off, and a byte of libc's code is written and put back
//
// Built with ANSWERS it answers for getuid, with ANSWERS_POLL for poll, with ANSWERS_DLSYM for dlsym.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void fail(const char *why) {
  dprintf(2, "adversary: %s\n", why);
  _exit(77);
}

static int counted;
static void on_trap(int number) { (void)number, counted++; }
unsigned answered(void) { return 4711; }
#if defined(ANSWERS)
unsigned getuid(void) { return 4711; }
#endif
#if defined(ANSWERS_POLL)
int poll(void *all, unsigned long count, int wait) { return syscall(SYS_poll, all, count, wait); }
#endif
#if defined(ANSWERS_DLSYM)
void *dlsym(void *handle, const char *name) {
  static void *(*ask)(void *, const char *);
  if (!ask) ask = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!ask) ask = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  return ask(handle, name);
}
#endif

static void *genuine(const char *name) {
  void *library = dlopen("libc.so.6", RTLD_NOLOAD | RTLD_NOW);
  void *function = library ? dlsym(library, name) : 0;
  if (!function) fail("no such function");
  return function;
}

static void write_code(void *to, const void *bytes, size_t count) {
  uintptr_t page = (uintptr_t)to & ~4095ul;
  if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC)) fail("mprotect");
  memcpy(to, bytes, count);
  mprotect((void *)page, 8192, PROT_READ | PROT_EXEC);
}

/// jmp *[rip+0], then the address.
static void jump(unsigned char code[14], const void *target) {
  memcpy(code, "\xff\x25\0\0\0\0", 6);
  memcpy(code + 6, &target, 8);
}

static void patch(const char *name, const void *target) {
  unsigned char code[14];
  jump(code, target);
  write_code(genuine(name), code, sizeof code);
}

/// Returns 1 when the program imports the function.
static int replace_import(const char *name, void *target) {
  struct link_map *program = _r_debug.r_map;
  ElfW(Rela) *tables[2] = {0, 0};
  size_t bytes[2] = {0, 0};
  ElfW(Sym) *symbols = 0;
  const char *strings = 0;
  for (ElfW(Dyn) *entry = program->l_ld; entry->d_tag; entry++) {
    if (entry->d_tag == DT_JMPREL) tables[0] = (void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) bytes[0] = entry->d_un.d_val;
    if (entry->d_tag == DT_RELA) tables[1] = (void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_RELASZ) bytes[1] = entry->d_un.d_val;
    if (entry->d_tag == DT_SYMTAB) symbols = (void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) strings = (void *)entry->d_un.d_ptr;
  }
  int done = 0;
  for (int table = 0; table < 2; table++)
    for (size_t i = 0; i < bytes[table] / sizeof(ElfW(Rela)); i++) {
      ElfW(Rela) *slot = &tables[table][i];
      unsigned type = ELF64_R_TYPE(slot->r_info);
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
      if (strcmp(strings + symbols[ELF64_R_SYM(slot->r_info)].st_name, name)) continue;
      void **place = (void **)(program->l_addr + slot->r_offset);
      mprotect((void *)((uintptr_t)place & ~4095ul), 4096, PROT_READ | PROT_WRITE);
      *place = target;
      done = 1;
    }
  return done;
}

static struct {
  uintptr_t tail, start;
  size_t length;
  off_t offset;
  const char *path;
} cave;

static int find_cave(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  if (!strstr(info->dlpi_name, "/libc.so")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    cave.tail = info->dlpi_addr + part->p_vaddr + part->p_filesz;
    cave.start = (info->dlpi_addr + part->p_vaddr) & ~4095ul;
    cave.length = ((cave.tail + 4095) & ~4095ul) - cave.start;
    cave.offset = part->p_offset & ~4095ul;
  }
  cave.path = info->dlpi_name;
  return 1;
}

static void move_over(void) {
  void *place = (void *)cave.start;
  char *copy = mmap(0, cave.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) fail("mmap");
  memcpy(copy, place, cave.length);
  copy[cave.length - 1] ^= 0xff;
  mprotect(copy, cave.length, PROT_READ | PROT_EXEC);
  if (mremap(copy, cave.length, cave.length, MREMAP_MAYMOVE | MREMAP_FIXED, place) != place) fail("mremap");
}

static void lay_over(void) {
  char name[] = "/tmp/laid-XXXXXX", bytes[65536];
  int from = open(cave.path, O_RDONLY), to = mkstemp(name);
  if (from < 0 || to < 0) fail("copy");
  unlink(name);
  for (long count; (count = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, count) != count) fail("copy");
  close(from);
  off_t last = cave.offset + cave.length - 1;
  if (pread(to, bytes, 1, last) != 1) fail("copy");
  bytes[0] ^= 0xff;
  if (pwrite(to, bytes, 1, last) != 1) fail("copy");
  void *place = (void *)cave.start;
  if (mmap(place, cave.length, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, to, cave.offset) != place) fail("mmap");
  close(to);
}

static void on_undump(int number) {
  (void)number;
  int memory = open("/proc/self/mem", O_RDWR);
  unsigned char byte = ((unsigned char *)cave.tail)[-1];
  if (memory < 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)) fail("dumpable");
  for (int turn = 0; turn < 2; turn++) {
    byte ^= 0xff;
    if (pwrite(memory, &byte, 1, cave.tail - 1) != 1) fail("write");
  }
  close(memory);
}

static void on_order(int number) { (void)number, replace_import("fork", (void *)answered); }

static void *returning;
static const unsigned char answer[] = {0xb8, 0x67, 0x12, 0, 0, 0xc3};

__attribute__((constructor)) static void attack(void) {
  const char *how = getenv("ADVERSARY");
  if (!how || !strcmp(how, "preload")) return;
  if (!strcmp(how, "got")) {
    if (!replace_import("fork", (void *)answered)) fail("no import");
  } else if (!strcmp(how, "later")) {
    signal(SIGUSR2, on_order);
  } else if (!strcmp(how, "libc")) {
    if (!replace_import("fork", genuine("getppid"))) fail("no import");
  } else if (!strcmp(how, "inline")) {
    patch("getuid", (void *)answered);
  } else if (!strcmp(how, "stub")) {
    returning = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (returning == MAP_FAILED) fail("mmap");
    memcpy(returning, answer, sizeof answer);
    mprotect(returning, 4096, PROT_READ | PROT_EXEC);
    patch("getuid", returning);
  } else if (!strcmp(how, "cave")) {
    dl_iterate_phdr(find_cave, 0);
    if (!cave.tail || (cave.tail & 4095) > 4096 - 16) fail("no room");
    uintptr_t page = cave.tail & ~4095ul;
    if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) fail("mprotect");
    memcpy((void *)cave.tail, answer, sizeof answer);
    mprotect((void *)page, 4096, PROT_READ | PROT_EXEC);
    patch("getuid", (void *)cave.tail);
  } else if (!strcmp(how, "moved") || !strcmp(how, "laid") || !strcmp(how, "undump")) {
    dl_iterate_phdr(find_cave, 0);
    if (!cave.tail) fail("no libc");
    if (!strcmp(how, "undump")) {
      signal(SIGUSR2, on_undump);
    } else if (!strcmp(how, "laid")) {
      lay_over();
    } else {
      move_over();
    }
  } else if (!strcmp(how, "counter")) {
    struct perf_event_attr event = {.size = sizeof event, .type = PERF_TYPE_BREAKPOINT, .bp_type = HW_BREAKPOINT_X,
        .bp_addr = (uintptr_t)genuine("getuid"), .bp_len = sizeof(long), .sample_period = 1, .exclude_kernel = 1,
        .exclude_hv = 1};
    signal(SIGTRAP, on_trap);
    int counter = syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
    if (counter < 0) fail("no hardware breakpoint");
    fcntl(counter, F_SETFL, O_ASYNC);
    fcntl(counter, F_SETSIG, SIGTRAP);
    fcntl(counter, F_SETOWN, getpid());
  } else if (!strcmp(how, "scrub")) {
    extern char **environ;
    for (char **entry = environ; *entry; entry++)
      if (!strncmp(*entry, "LD_PRELOAD=", 11)) {
        memset(*entry, 0, strlen(*entry));
        break;
      }
    unsetenv("LD_PRELOAD");
  }
}
