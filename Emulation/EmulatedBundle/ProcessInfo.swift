public import Foundation

extension ProcessInfo {
  /// Foundation's Linux version lacks it. Nothing here runs on a Mac.
  public var isiOSAppOnMac: Bool { false }
}
