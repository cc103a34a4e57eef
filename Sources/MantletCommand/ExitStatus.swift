import ArgumentParser
import SecurityPolicy

/// The exit codes of every command: 0 holds, 1 fails, 2 undetermined, 64 usage, 65 unreadable input, 70 internal,
/// 75 try again. Source: sysexits.h for those above 63.
enum ExitStatus {
  static let fails = ExitCode(1)
  static let undetermined = ExitCode(2)
  static let usage = ExitCode(64)
  static let unreadable = ExitCode(65)
  static let failure = ExitCode(70)
  static let tryAgain = ExitCode(75)

  /// Says on standard error what went wrong and ends with `code`.
  static func stop(_ message: some CustomStringConvertible, _ code: ExitCode) -> ExitCode {
    StandardError.print("mantlet: \(message)")
    return code
  }

  static func code(of error: StateError) -> ExitCode {
    switch error {
    case .unreadable, .notOurs, .incomplete, .changed, .newer, .exposed, .foreign: unreadable
    case .inUse: tryAgain
    case .unwritable, .couldNotMake: failure
    }
  }
}
