public import UIKit

/// What somebody would see of a view, and what its fields would ask of the system. Apple has nothing like it.
@MainActor
public struct EmulatedDrawing {
  public struct Element {
    public let text: String
    public let look: EmulatedLook

    /// Whether anybody sees it or has it read aloud.
    @MainActor public var isSeen: Bool { look.opacity > 0 || !look.isHiddenFromReaders }
  }

  public internal(set) var elements: [Element] = []
  var actions: [() -> Void] = []

  /// Draws a view once, and does what it wanted to be done when it appears.
  public init(_ view: some View, in environment: EnvironmentValues = EnvironmentValues()) {
    EnvironmentValues.$current.withValue(environment) { add(view, EmulatedLook()) }
    for action in actions { action() }
  }

  mutating func add(_ view: some View, _ look: EmulatedLook) {
    if let drawn = view as? any Drawn { drawn.draw(look, into: &self) } else { add(view.body, look) }
  }
}

/// What modifiers made of a view.
@MainActor
public struct EmulatedLook {
  public internal(set) var opacity = 1.0
  public internal(set) var isHiddenFromReaders = false
  public internal(set) var isPrivacySensitive = false
  public internal(set) var contentType: UITextContentType?
  public internal(set) var keyboard = UIKeyboardType.default
  public internal(set) var autocorrects = true
  public internal(set) var capitalizes = true
  public internal(set) var offersWritingTools = true
  /// What a touch does; nil where nothing waits for one.
  public internal(set) var touch: (@MainActor () -> Void)?
}

/// A view without a body.
@MainActor
protocol Drawn {
  func draw(_ look: EmulatedLook, into drawing: inout EmulatedDrawing)
}
