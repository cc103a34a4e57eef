import AppIntegrity
import Logging
import Redaction
import SecurityPolicy

/// What the policy says of watching: when to check again, and what may reach a log.
extension Shield {
  /// When the device is to be checked again, by the policy's bounds.
  /// - Throws: ``ShieldError/integrity(_:)`` for bounds that are no range.
  public nonisolated func checkSchedule() throws(ShieldError) -> CheckSchedule {
    do {
      return try CheckSchedule(slice.integrity)
    } catch {
      throw .integrity(error)
    }
  }

  /// A log handler that masks secrets and drops what is below the policy's level for this build, before `handler` sees
  /// it. Does not cover what an app prints by other ways.
  public nonisolated func logHandler(wrapping handler: any LogHandler) -> RedactingLogHandler {
    RedactingLogHandler(wrapping: handler, floor: Self.floor(slice.logging, BuildProfile.current))
  }

  static func floor(_ requirement: LoggingRequirement, _ profile: BuildProfile) -> Logger.Level {
    switch profile == .debug ? requirement.debug : requirement.release {
    case .debug: .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
