#if os(Linux)

  import Foundation
  import Testing

  /// Kernels that cannot be asked for rows of code (before 6.11) or for copied pages (before 6.7), as a filter of system
  /// calls makes one of this. On a kernel that is older both halves of each comparison look the same way; that newer
  /// ones are asked at all is tested by ``AskedKernelTests`` and ``KernelAnswerTests``.
  @Suite("ProcSignals on kernels that cannot be asked")
  struct OlderKernelTests {
    /// Lets every call through but for the two, which fail as they do there.
    private static func filter(denies: Bool) -> String {
      """
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <stddef.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      __attribute__((constructor)) static void begin(void) {
        struct sock_filter code[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4),
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
          BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xffff),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x6610, 2, 0),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x6611, 1, 0),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
          BPF_STMT(BPF_RET | BPF_K, \(denies ? "SECCOMP_RET_ERRNO | ENOTTY" : "SECCOMP_RET_ALLOW")),
        };
        struct sock_fprog program = {sizeof code / sizeof code[0], code};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) __builtin_trap();
      }
      """
    }

    @Test(
      "What they see is the same", .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"),
      arguments: ["check", "restored", "library", "own"])
    func sameAnswers(how: String) throws {
      func run(denies: Bool) throws -> ProbeRun {
        let library = try BuiltLibrary.make(Self.filter(denies: denies), name: "libfilter.so")
        defer { BuiltLibrary.remove(library) }
        return try ProbeRun(how, environment: ["LD_PRELOAD": library.path])
      }
      let (newer, older) = (try run(denies: false), try run(denies: true))
      #expect(older.detected == newer.detected, "\(older.evidence)")
      #expect(older.detected.contains("hooks.copiedCode") == (how != "check"))
      #expect(older.unavailable.isEmpty && newer.unavailable.isEmpty)
    }

    @Test(
      "They see what was laid over code", .enabled(if: BuiltLibrary.compiler != nil, "needs a C compiler"),
      arguments: ["full", "light"])
    func covered(level: String) throws {
      let library = try BuiltLibrary.make(Self.filter(denies: true), name: "libfilter.so")
      defer { BuiltLibrary.remove(library) }
      let copy = library.deletingLastPathComponent().appending(path: "laid.so")
      let environment = ["LD_PRELOAD": library.path, "PROBE_ALLOWED": library.path, "PROBE_COPY": copy.path]
      let run = try ProbeRun("laid", level, environment: environment)
      #expect(run.detected.contains("hooks.replacedCode"), "\(run.evidence)")
      #expect(try !ProbeRun("check", level, environment: environment).detected.contains("hooks.replacedCode"))
    }
  }

#endif
