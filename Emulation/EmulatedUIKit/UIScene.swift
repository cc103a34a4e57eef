public import Foundation

@MainActor
open class UIScene: NSObject {}

@MainActor
open class UIWindowScene: UIScene {
  open var traitCollection: UITraitCollection
  init(_ traits: UITraitCollection) { traitCollection = traits }
}
