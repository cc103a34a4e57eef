// An adversary, for tests and demonstrations only: a small debugger that traces a process with ptrace(2), so that the
// debug probes can be shown to see a real one.
//
// No product that an app links may depend on this target.
// Source: ptrace(2).
#ifndef MANTLET_TRACER_H
#define MANTLET_TRACER_H

#if defined(__linux__)

#include <sys/types.h>

/// Runs `argv[0]` (a path) with the arguments `argv`, ended by a null pointer, as a traced child; lets it run and hands
/// on its signals.
///
/// Returns the exit code, 128 plus the signal that ended it, or a negative errno when it could not be started. A child
/// that cannot be executed exits with 127.
int mantlet_trace_command(char *const argv[]);

/// Attaches to a running process (its main thread) for `seconds`, then detaches and leaves it running.
///
/// Blocks the calling thread meanwhile. Returns 0, also when the process ends first, or an errno (not negative) when
/// it could not be attached to: EPERM without the right or when it is already traced, ESRCH when it does not exist.
int mantlet_trace_process(pid_t process, double seconds);

/// The same until the other end of the pipe `descriptor` is written to or closed.
int mantlet_trace_process_until(pid_t process, int descriptor);

#endif
#endif
