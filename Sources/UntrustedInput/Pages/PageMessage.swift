/// A message from a web page to the app: `{"name": "…", "data": {…}}` with a closed list of names and members.
///
/// Says nothing about which page sent it: the adapter asks for the frame's origin before it hands the bytes on.
/// Source: BSI TR-03161-1 O.Source_1, O.Plat_8; MASVS-PLATFORM-2; CWE-749, CWE-20.
public struct PageMessage: Sendable, Hashable {
  public let name: String
  /// By the names of the members.
  public let values: [String: PageValue]

  /// - Throws: as ``JSONBounds/read(_:)``; then `unknownMessage`, `unknownMember`, `missingMember`, `memberValue`.
  public init(
    _ bytes: some Collection<UInt8>, shapes: [PageMessageShape], bounds: JSONBounds = JSONBounds()
  ) throws(InputRefusal) {  // O.Source_1#869
    let node = try bounds.read(bytes)
    guard let parts = node.members else { throw InputRefusal(.malformedJSON) }
    guard parts.allSatisfy({ $0.name == "name" || $0.name == "data" }) else { throw InputRefusal(.unknownMember) }
    guard let name = node["name"]?.string, let shape = shapes.first(where: { $0.name == name }) else {
      throw InputRefusal(.unknownMessage)
    }
    guard let members = node["data"].map(\.members) ?? [] else { throw InputRefusal(.memberValue) }
    (self.name, values) = (shape.name, try shape.values(of: members))
  }

  /// The value under this name; nil where the message has none.
  public subscript(name: String) -> PageValue? { values[name] }
}
