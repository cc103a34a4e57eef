/// What stands between the tags of a ``MarkupElement``. Text that nothing but a comment divides is one piece.
public enum MarkupContent: Sendable, Hashable {
  case element(MarkupElement)
  case text(String)
}
