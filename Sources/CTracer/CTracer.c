#if defined(__linux__)

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CTracer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EVENT_OF(status) ((unsigned)(status) >> 16)

static int ending(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

int mantlet_trace_command(char *const argv[]) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) < 0) _exit(126);
    execv(argv[0], argv);
    _exit(127);
  }
  int isFirstStop = 1;
  for (;;) {
    int status;
    if (waitpid(child, &status, __WALL) < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    if (!WIFSTOPPED(status)) return ending(status);
    int signal = WSTOPSIG(status);
    // The first stop is the exec trap: it belongs to the tracer and not to the child.
    if (isFirstStop && signal == SIGTRAP) {
      ptrace(PTRACE_SETOPTIONS, child, 0, (void *)(uintptr_t)PTRACE_O_EXITKILL);
      signal = 0;
    }
    isFirstStop = 0;
    ptrace(PTRACE_CONT, child, 0, (void *)(uintptr_t)signal);
  }
}

static double monotonic_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/// Lets a stopped tracee go on: a group stop is kept, every other stop passes its signal.
static void resume(pid_t process, int status) {
  if (EVENT_OF(status) == PTRACE_EVENT_STOP) {
    int isGroupStop = WSTOPSIG(status) != SIGTRAP;
    ptrace(isGroupStop ? PTRACE_LISTEN : PTRACE_CONT, process, 0, 0);
  } else {
    ptrace(PTRACE_CONT, process, 0, (void *)(uintptr_t)WSTOPSIG(status));
  }
}

/// Until `end`, or until `descriptor` has something to say; a descriptor that is negative never has.
static int trace(pid_t process, double end, int descriptor) {
  if (ptrace(PTRACE_SEIZE, process, 0, 0) < 0) return errno;
  int status;
  while (monotonic_seconds() < end) {
    pid_t changed = waitpid(process, &status, __WALL | WNOHANG);
    if (changed < 0 && errno != EINTR) return errno == ECHILD ? 0 : errno;
    if (changed == process) {
      if (!WIFSTOPPED(status)) return 0;
      resume(process, status);
    } else {
      struct pollfd wait = {descriptor, POLLIN, 0};
      if (poll(&wait, 1, 2) > 0) break;
    }
  }
  // Only a stopped tracee can be detached from; a signal that arrives first is handed on with the detach.
  if (ptrace(PTRACE_INTERRUPT, process, 0, 0) < 0) return errno == ESRCH ? 0 : errno;
  while (waitpid(process, &status, __WALL) < 0) {
    if (errno != EINTR) return errno == ECHILD ? 0 : errno;
  }
  if (!WIFSTOPPED(status)) return 0;
  int signal = EVENT_OF(status) == PTRACE_EVENT_STOP ? 0 : WSTOPSIG(status);
  return ptrace(PTRACE_DETACH, process, 0, (void *)(uintptr_t)signal) < 0 ? errno : 0;
}

int mantlet_trace_process(pid_t process, double seconds) {
  return trace(process, monotonic_seconds() + seconds, -1);
}

int mantlet_trace_process_until(pid_t process, int descriptor) { return trace(process, 1e300, descriptor); }

#else

// ptrace as used here exists on Linux only: this module is empty elsewhere.
typedef int mantlet_tracer_is_linux_only;

#endif
