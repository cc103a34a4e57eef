import AppIntegrity
import Logging
import SecurityPolicy

/// What the policy says of watching: when to check again, and the lowest level that reaches a log.
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

  /// In a debug build the lowest level lets everything through, swift-log's `trace` too.
  static func floor(_ requirement: LoggingRequirement, _ profile: BuildProfile) -> Logger.Level {
    switch profile == .debug ? requirement.debug : requirement.release {
    case .debug: profile == .debug ? .trace : .debug
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}
