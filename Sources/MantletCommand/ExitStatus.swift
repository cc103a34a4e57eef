import ArgumentParser
import SecurityPolicy

#if Server
  import TrustServer
#endif

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

  #if Server
    /// How a command that ran the server ends after `error`: what it knows is said in words and becomes its exit code,
    /// anything else goes on as it is.
    static func ending(_ error: any Error) -> any Error {
      switch error {
      case let error as StateError: stop(error, code(of: error))
      case let error as SettingError: stop(error, error.isInput ? unreadable : usage)
      case TrustServerError.store(let error): stop(error, code(of: error))
      case let error as TrustServerError: stop(error, code(of: error))
      case let error as StoreError: stop(error, code(of: error))
      default: error
      }
    }

    /// Keys and certificates come from files; where to listen is said on the command line or in the configuration.
    private static func code(of error: TrustServerError) -> ExitCode {
      switch error {
      case .certificateUnusable, .signingKeyUnusable, .loginKeyUnusable, .issuerUnusable, .successorKeyUnusable,
        .keyEncryptionKeyUnusable, .keyEncryptionKeyWrong, .signingKeyNotPinned:
        unreadable
      case .keyEncryptionKeyMissing: usage
      case .insecureOffLoopback, .insecureInProd, .accountUnusable, .blockUnusable: usage
      case .portInUse, .clockBehind: tryAgain
      case .accountExists, .signingKeyUnknown: fails
      default: failure
      }
    }

    /// A file that cannot be read, or that is not ours to read, is input; a full or failing disk is a failure.
    private static func code(of error: StoreError) -> ExitCode {
      switch error {
      case .cannotOpen, .damaged, .newerSchema, .olderSchema, .notPlain, .foreignOwner, .exposed, .unreadable,
        .connectionUnusable, .passwordInConnection, .transportExposed:
        unreadable
      case .unreachable, .busy: tryAgain
      case .notBuilt: usage
      case .failed(let code):
        // The low byte is the primary result code. Source: SQLite, Result and Error Codes.
        switch code & 0xFF {
        case 5, 6: tryAgain
        case 11, 26: unreadable
        default: failure
        }
      default: failure
      }
    }
  #endif

  static func code(of error: StateError) -> ExitCode {
    switch error {
    case .unreadable, .notOurs, .incomplete, .changed, .newer, .older, .exposed, .foreign: unreadable
    case .inUse: tryAgain
    case .unwritable, .couldNotMake: failure
    }
  }
}
