#if os(Linux)
  import ArgumentParser
  import CTracer
  import Foundation

  /// A debugger, for demonstrations: attaches to a process, or runs a command under trace.
  struct DeviceTrace: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trace", abstract: "Be a debugger: trace a device process for a while, or run one traced.")

    @Option(help: "The process to attach to.")
    var attach: Int32?
    @Option(help: "How long to stay attached, in seconds.")
    var seconds: Double = 5
    @Argument(parsing: .captureForPassthrough, help: "A `mantlet device …` command line to run traced.")
    var arguments: [String] = []

    func run() throws {
      if let attach {
        let code = mantlet_trace_process(attach, min(max(seconds, 0.1), 600))
        guard code == 0 else {
          throw ExitStatus.stop(
            "cannot trace \(attach) (errno \(code)); the system may ask for root here", ExitStatus.failure)
        }
        return
      }
      guard !arguments.isEmpty else { throw ValidationError("name a process with --attach, or a command to run") }
      var argv: [UnsafeMutablePointer<CChar>?] = ([try DeviceProcess.ownPath()] + arguments).map { strdup($0) }
      argv.append(nil)
      defer { for pointer in argv { free(pointer) } }
      throw ExitCode(mantlet_trace_command(&argv))
    }
  }
#else
  import ArgumentParser

  /// Tracing needs ptrace(2) as Linux has it.
  struct DeviceTrace: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "trace", abstract: "Only on Linux.")
    func run() throws { throw ExitStatus.stop("only on Linux", ExitStatus.usage) }
  }
#endif
