public import Foundation

@MainActor
open class UIApplication: NSObject {
  public static var shared: UIApplication { UIApplication() }

  /// Follows Apple: a scheme that Info.plist does not declare is answered with no.
  open func canOpenURL(_ url: URL) -> Bool {
    let scheme = url.scheme?.lowercased() ?? ""
    EmulatedInterface.current.change { $0.asked.append(scheme) }
    let now = EmulatedInterface.current.now
    return now.declared.contains(scheme) && now.schemes.contains(scheme)
  }

  open var connectedScenes: Set<UIScene> {
    Set(EmulatedInterface.current.now.captures.map { UIWindowScene(UITraitCollection(sceneCaptureState: $0)) })
  }
}
