/// One target inside the app that a link may lead to.
public struct LinkRoute: Sendable, Hashable {
  /// One segment of the path.
  public enum Segment: Sendable, Hashable {
    case fixed(String)
    /// A typed one; its value is found under the name.
    case value(String, LinkValueKind)
  }

  /// What may stand behind the question mark.
  public struct Parameter: Sendable, Hashable {
    public let name: String
    public let kind: LinkValueKind
    public let isRequired: Bool

    public init(_ name: String, _ kind: LinkValueKind, isRequired: Bool = false) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
    }
  }

  public let id: String
  public let sources: Set<LinkSource>
  public let path: [Segment]
  public let parameters: [Parameter]

  public init(_ id: String, from sources: Set<LinkSource>, path: [Segment], parameters: [Parameter] = []) {
    self.id = id
    self.sources = sources
    self.path = path
    self.parameters = parameters
  }

  /// The values of a path that fits; nil for another one.
  func values(of segments: [String]) -> [String: LinkValue]? {
    guard segments.count == path.count else { return nil }
    var values: [String: LinkValue] = [:]
    for (segment, rule) in zip(segments, path) {
      switch rule {
      case .fixed(let word): if !word.unicodeScalars.elementsEqual(segment.unicodeScalars) { return nil }
      case .value(let name, let kind):
        guard let value = kind.read(segment) else { return nil }
        values[name] = value
      }
    }
    return values
  }
}
