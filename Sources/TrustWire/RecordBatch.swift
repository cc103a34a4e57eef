import UntrustedInput

/// Records on their way to the server. Sending one twice is harmless: its id decides.
public struct RecordBatch: WireMessage {
  /// One record; the payload is the app's own JSON text.
  public struct Entry: Sendable, Hashable {
    public let id: String
    public let kind: String
    /// Seconds since 1970.
    public let createdAt: Int64
    public let payload: String

    public init(id: String, kind: String, createdAt: Int64, payload: String) {
      self.id = id
      self.kind = kind
      self.createdAt = createdAt
      self.payload = payload
    }
  }

  public let entries: [Entry]
  public init(_ entries: [Entry]) { self.entries = entries }

  public var members: [JSONMember] {
    [
      JSONMember(
        "records",
        JSONNode(
          .array(
            entries.map {
              [
                "id": .string($0.id), "kind": .string($0.kind), "createdAt": .integer($0.createdAt),
                "payload": .string($0.payload),
              ]
            })))
    ]
  }

  /// At most 500 entries are read on the other side.
  public init(members node: JSONNode) throws(WireError) {
    guard let nodes = node["records"]?.array, nodes.count <= 500 else { throw .missing(member: "records") }
    var entries: [Entry] = []
    for node in nodes {
      let entry = Entry(
        id: try node.text("id"), kind: try node.text("kind"), createdAt: try node.number("createdAt"),
        payload: try node.text("payload"))
      guard (1...64).contains(entry.id.utf8.count), (1...64).contains(entry.kind.utf8.count) else {
        throw .missing(member: "id")
      }
      entries.append(entry)
    }
    self.entries = entries
  }
}
