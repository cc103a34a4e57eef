public import Foundation

@MainActor
open class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
    public static let windowExternalDisplayNonInteractive = Role(
      rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
  }

  /// The same for as long as the scene lives, and after it was taken out of memory.
  public let persistentIdentifier: String
  public let role: Role

  init(_ persistentIdentifier: String, _ role: Role) {
    self.persistentIdentifier = persistentIdentifier
    self.role = role
  }
}
