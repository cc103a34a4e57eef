import Foundation

@MainActor
open class UIWindowScene: UIScene, UITraitChangeObservable {
  open internal(set) var traitCollection: UITraitCollection
  /// The scene keeps none of its windows alive.
  private var kept: [Kept] = []
  var observers: [TraitObserver] = []

  private struct Kept { weak var window: UIWindow? }

  init(_ traits: UITraitCollection, session: UISceneSession = UISceneSession("emulated", .windowApplication)) {
    traitCollection = traits
    super.init(session: session)
  }

  open var windows: [UIWindow] { kept.compactMap(\.window) }

  func add(_ window: UIWindow) { kept.append(Kept(window: window)) }

  func remove(_ window: UIWindow) { kept.removeAll { $0.window == nil || $0.window === window } }
}
