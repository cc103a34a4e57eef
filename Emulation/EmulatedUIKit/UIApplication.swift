public import Foundation

@MainActor
open class UIApplication: NSObject {
  public static var shared: UIApplication { UIApplication() }

  /// Posted when the picture exists already.
  nonisolated public static let userDidTakeScreenshotNotification = Notification.Name(
    "UIApplicationUserDidTakeScreenshotNotification")

  public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let keyboard = ExtensionPointIdentifier(rawValue: "com.apple.keyboard-service")
  }

  /// Follows Apple: a scheme that Info.plist does not declare is answered with no.
  open func canOpenURL(_ url: URL) -> Bool {
    let scheme = url.scheme?.lowercased() ?? ""
    EmulatedInterface.current.change { $0.asked.append(scheme) }
    let now = EmulatedInterface.current.now
    return now.declared.contains(scheme) && now.schemes.contains(scheme)
  }

  open var connectedScenes: Set<UIScene> {
    let staged = EmulatedInterface.current.staged
    if !staged.isEmpty { return Set(staged) }
    return Set(EmulatedInterface.current.now.captures.map { UIWindowScene(UITraitCollection(sceneCaptureState: $0)) })
  }
}
