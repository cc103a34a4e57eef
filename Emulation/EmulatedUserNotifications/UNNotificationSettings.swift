public import Foundation

/// The numbers are Apple's.
public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case denied = 1
  case authorized = 2
  case provisional = 3
  case ephemeral = 4
}

/// The numbers are Apple's.
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static var badge: UNAuthorizationOptions { .init(rawValue: 1 << 0) }
  public static var sound: UNAuthorizationOptions { .init(rawValue: 1 << 1) }
  public static var alert: UNAuthorizationOptions { .init(rawValue: 1 << 2) }
  public static var provisional: UNAuthorizationOptions { .init(rawValue: 1 << 6) }
}

/// One setting of many.
open class UNNotificationSettings: NSObject {
  public let authorizationStatus: UNAuthorizationStatus
  init(authorizationStatus: UNAuthorizationStatus) { self.authorizationStatus = authorizationStatus }
}
