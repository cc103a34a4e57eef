import AppIntegrity
import Foundation
import SecurityPolicy

/// Which iOS or macOS this is, as the system says. Neither has patch levels, and the model of the device is not
/// collected: nothing here needs it.
public struct AppleSystem: SystemFacts {
  private let version: OperatingSystemVersion

  /// - Parameter version: another one than the system's own, for tests.
  public init(version: OperatingSystemVersion = ProcessInfo.processInfo.operatingSystemVersion) {
    self.version = version
  }

  public var major: Int { version.majorVersion }

  /// Nil when the system names no version.
  public func system() -> OperatingSystem? {
    guard version.majorVersion > 0 else { return nil }
    // As the system writes it: 18.4 and 18.4.1, never 18.4.0.
    let patch = version.patchVersion == 0 ? "" : ".\(version.patchVersion)"
    let text = "\(version.majorVersion).\(version.minorVersion)\(patch)"
    #if os(macOS)
      return OperatingSystem(platform: .macos, name: "macOS", version: text, patchLevel: nil)
    #else
      return OperatingSystem(platform: .ios, name: "iOS", version: text, patchLevel: nil)
    #endif
  }
}
