/// A view made out of another one. Follows Apple: its `body` gets a stand-in for the view that is modified.
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = EmulatedContent<Self>
  @ViewBuilder func body(content: Content) -> Body
}

/// The view that a modifier was put on; its type is hidden from the modifier. Apple has it under another name.
public struct EmulatedContent<Modifier>: View, Drawn {
  public typealias Body = Never
  fileprivate let original: any View

  func draw(_ look: EmulatedLook, into drawing: inout EmulatedDrawing) { drawing.add(original, look) }
}

extension View {
  public func modifier(_ modifier: some ViewModifier) -> some View { Modified(original: self, modifier: modifier) }
}

private struct Modified<Original: View, Modifier: ViewModifier>: View {
  let original: Original
  let modifier: Modifier

  var body: Modifier.Body { modifier.body(content: EmulatedContent(original: original)) }
}
