@MainActor
public protocol UITraitDefinition {}

public typealias UITrait = any UITraitDefinition.Type

public struct UITraitSceneCaptureState: UITraitDefinition {}

@MainActor
public protocol UITraitChangeRegistration {}

@MainActor
public protocol UITraitChangeObservable: AnyObject {}

struct TraitObserver: UITraitChangeRegistration {
  let changed: @MainActor (UITraitCollection) -> Void
}

extension UITraitChangeObservable {
  /// The handler is called after each change of one of the traits, and gets the object and what was before. It is kept as
  /// long as the object.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping @MainActor (Self, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    let observer = TraitObserver { [weak self] previous in if let self { handler(self, previous) } }
    if let scene = self as? UIWindowScene, traits.contains(where: { $0 == UITraitSceneCaptureState.self }) {
      scene.observers.append(observer)
    }
    return observer
  }
}
