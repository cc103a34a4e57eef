/// The closed list of links that an app follows: a link fits one route with all of its parts, or is refused.
///
/// No value of a link can be another address, so no route can be made to redirect. What the rules cannot know is whether
/// the person wants what the link asks for: ask before anything is changed, sent or signed in.
/// Source: BSI TR-03161-1 O.Source_1, O.Arch_5; MASVS-PLATFORM-1; MASWE-0058 (2024 beta); CWE-939.
public struct LinkRules: Sendable, Hashable {
  public let routes: [LinkRoute]
  public let forms: DeepLink.Forms

  public init(_ routes: [LinkRoute], allowing forms: DeepLink.Forms = []) {
    self.routes = routes
    self.forms = forms
  }

  /// The first route that fits, in the order of the rules.
  ///
  /// - Throws: as ``DeepLink/init(_:allowing:)``; then `foreignScheme`, `foreignHost`, `unknownRoute`, `unknownParameter`,
  ///   `missingParameter`, `parameterValue`.
  public func match(_ text: some StringProtocol) throws(InputRefusal) -> LinkMatch {  // O.Arch_5#866
    let link = try DeepLink(text, allowing: forms)
    let source = LinkSource(scheme: link.scheme, host: link.host)
    let sources = Set(routes.flatMap(\.sources))
    guard sources.contains(where: { $0.scheme == source.scheme }) else { throw InputRefusal(.foreignScheme) }
    guard sources.contains(source) else { throw InputRefusal(.foreignHost) }
    for route in routes where route.sources.contains(source) {
      guard let values = route.values(of: link.segments) else { continue }
      return LinkMatch(route: route.id, source: source, values: try Self.read(link.parameters, route, values))
    }
    throw InputRefusal(.unknownRoute)
  }

  private static func read(_ given: [DeepLink.Parameter], _ route: LinkRoute, _ path: [String: LinkValue])
    throws(InputRefusal) -> [String: LinkValue]
  {
    var values = path
    for parameter in given {
      // A parameter never takes the place of a segment's value.
      guard path[parameter.name] == nil, let rule = route.parameters.first(where: { $0.name == parameter.name }) else {
        throw InputRefusal(.unknownParameter)
      }
      guard let value = rule.kind.read(parameter.value) else { throw InputRefusal(.parameterValue) }
      values[parameter.name] = value
    }
    guard route.parameters.allSatisfy({ !$0.isRequired || values[$0.name] != nil }) else {
      throw InputRefusal(.missingParameter)
    }
    return values
  }
}
