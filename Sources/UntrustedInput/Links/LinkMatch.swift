/// A link that fits a route: which one, and its typed values. Only ``LinkRules`` makes one.
public struct LinkMatch: Sendable, Hashable {
  /// The route's id.
  public let route: String
  public let source: LinkSource
  /// By the names of segments and parameters.
  public let values: [String: LinkValue]

  init(route: String, source: LinkSource, values: [String: LinkValue]) {
    self.route = route
    self.source = source
    self.values = values
  }

  /// The value under this name; nil where the link has none.
  public subscript(name: String) -> LinkValue? { values[name] }
}
