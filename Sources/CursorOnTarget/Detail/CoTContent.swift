/// What stands between the tags of a ``CoTElement``.
public enum CoTContent: Sendable, Hashable {
  case element(CoTElement)
  case text(CoTText)

  var isElement: Bool {
    if case .element = self { true } else { false }
  }
}
