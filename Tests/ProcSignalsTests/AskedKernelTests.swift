#if os(Linux)

  import Foundation
  import Testing

  /// The checks ask the kernel for rows of code and for copied pages, and go by its answer. Each library here answers
  /// in its place what no table says, on older kernels too: a check that reads the tables instead would not see it.
  @Suite("ProcSignals go by what the kernel answers")
  struct AskedKernelTests {
    #if arch(x86_64) || arch(arm64)
      private static let canAnswer = BuiltLibrary.compiler != nil
    #else
      private static let canAnswer = false
    #endif

    /// One row of code without a name, and no more. The places of what is asked and told: linux/fs.h, procmap_query.
    private static let row = """
      if (question[2] >= 0x2000) return -ENOENT;
      question[3] = 0x1000, question[4] = 0x2000, question[5] = 5, question[7] = question[8] = 0;
      ((uint32_t *)question)[20] = 0;
      return 0;
      """
    /// The first page of each row is a copy. As above, pm_scan_arg.
    private static let page = """
      uint64_t *found = (uint64_t *)question[5];
      found[0] = question[2], found[1] = question[2] + sysconf(_SC_PAGESIZE), found[2] = 4;
      question[4] = question[3];
      return 1;
      """

    private static func library(request: String, answer: String) -> String {
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      #include <signal.h>
      #include <stddef.h>
      #include <stdint.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <ucontext.h>
      #include <unistd.h>
      static long answer(uint64_t *question) {
      \(answer)
      }
      static void on_call(int number, siginfo_t *info, void *context) {
        ucontext_t *state = context;
      #if defined(__x86_64__)
        state->uc_mcontext.gregs[REG_RAX] = answer((uint64_t *)state->uc_mcontext.gregs[REG_RDX]);
      #elif defined(__aarch64__)
        state->uc_mcontext.regs[0] = answer((uint64_t *)state->uc_mcontext.regs[2]);
      #endif
      }
      __attribute__((constructor)) static void begin(void) {
        struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
        struct sock_filter code[] = {
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 3),
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
          BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xffff),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, \(request), 1, 0),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        };
        struct sock_fprog program = {sizeof code / sizeof code[0], code};
        if (sigaction(SIGSYS, &action, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) __builtin_trap();
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) __builtin_trap();
      }
      """
    }

    @Test("Its answer is what is judged", .enabled(if: canAnswer, "needs a C compiler"))
    func believed() throws {
      func detected(_ request: String, _ answer: String) throws -> [String] {
        let library = try BuiltLibrary.make(Self.library(request: request, answer: answer))
        defer { BuiltLibrary.remove(library) }
        return try ProbeRun("check", environment: ["LD_PRELOAD": library.path]).detected
      }
      let (ofRows, ofPages) = (try detected("0x6611", Self.row), try detected("0x6610", Self.page))
      #expect(ofRows.contains("hooks.unnamedCode") && !ofRows.contains("hooks.copiedCode"))
      #expect(ofPages.contains("hooks.copiedCode") && !ofPages.contains("hooks.unnamedCode"))
    }
  }

#endif
