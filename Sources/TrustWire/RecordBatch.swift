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

    var node: JSONNode {
      [
        "id": .string(id), "kind": .string(kind), "createdAt": .integer(createdAt), "payload": .string(payload),
      ]
    }

    init(wire node: JSONNode) throws(WireError) {
      self.init(
        id: try node.text("id"), kind: try node.text("kind"), createdAt: try node.number("createdAt"),
        payload: try node.text("payload"))
      guard (1...64).contains(id.utf8.count), (1...64).contains(kind.utf8.count) else { throw .missing(member: "id") }
    }
  }

  /// Entries that one batch may hold; more are refused on the other side.
  public static let maximumEntries = 500

  public let entries: [Entry]
  /// The sender's record store at the moment when the entries were read from it; nil when the store has no index.
  public let anchor: RecordStoreAnchor?

  /// - Parameter anchor: of the store that the entries come from. The server refuses an older one than it has seen, so
  ///   one device must not have two batches of a store under way at a time.
  public init(_ entries: [Entry], anchor: RecordStoreAnchor? = nil) {
    self.entries = entries
    self.anchor = anchor
  }

  public var members: [JSONMember] {
    (anchor.map { [JSONMember("anchor", $0.node)] } ?? [])
      + [JSONMember("records", JSONNode(.array(entries.map(\.node))))]
  }

  /// At most ``maximumEntries`` are read; an anchor that is there must be whole.
  public init(members node: JSONNode) throws(WireError) {
    guard let nodes = node["records"]?.array, nodes.count <= Self.maximumEntries else {
      throw .missing(member: "records")
    }
    var entries: [Entry] = []
    for node in nodes { entries.append(try Entry(wire: node)) }
    self.entries = entries
    anchor = try node["anchor"].map { node throws(WireError) in try RecordStoreAnchor(wire: node) }
  }
}
