/// What XML allows and an event must not hold: each is a place where two readers see different things.
/// Source: CWE-611, CWE-776.
public enum CoTForbiddenMarkup: String, Sendable, Hashable, CustomStringConvertible {
  case documentType = "a document type"
  case processingInstruction = "a processing instruction"
  case comment = "a comment"
  case characterData = "a CDATA section"
  /// Any reference but the five of XML and character references.
  case entity = "an entity"
  case namespace = "a namespace"
  /// One of those that begin with `<!`, where a stream is cut before it is read.
  case declaration = "a declaration"

  public var description: String { rawValue }
}
