import UntrustedInput

/// One message that pages may send: its name and its fields.
public struct BridgeHandler: Sendable, Hashable {
  /// The most bytes of one message.
  public static let mostBytes = 128 << 10

  public let name: String
  public let fields: [BridgeField]

  /// - Throws: `badName`; `tooMany` for more than 32 fields.
  public init(_ name: String, fields: [BridgeField] = []) throws(WebContentError) {
    guard BridgeField.isName(name), Set(fields.map(\.name)).count == fields.count else { throw .badName }
    guard fields.count <= 32 else { throw .tooMany(limit: 32) }
    self.name = name
    self.fields = fields
  }

  /// Reads a message: the text of one flat JSON object with these fields and no others, as a ``PageMessage`` reads its
  /// data.
  ///
  /// - Throws: `badMessage`.
  public func read(_ bytes: some Collection<UInt8>) throws(WebContentError) -> BridgeMessage {
    // O.Source_1#844
    let bounds = JSONBounds(maximumBytes: Self.mostBytes, maximumDepth: 4, maximumText: Self.mostBytes)
    let shape = PageMessageShape(name, fields.map { .init($0.name, $0.kind, isRequired: !$0.isOptional) })
    do throws(InputRefusal) {
      guard let members = try bounds.read(bytes).members else { throw InputRefusal(.malformedJSON) }
      return BridgeMessage(handler: name, values: try shape.values(of: members))
    } catch {
      throw .badMessage(error)
    }
  }
}
