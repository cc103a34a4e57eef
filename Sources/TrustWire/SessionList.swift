import UntrustedInput

/// The sessions of one person that live, on whatever device, the newest first. Nothing in it lets anybody act.
public struct SessionList: WireMessage {
  /// One session, as its person sees it.
  public struct Entry: Sendable, Hashable {
    /// Its name in ``SessionChoice/one(_:)``.
    public let id: String
    /// The beginning of the device's thumbprint: tells devices apart and names none.
    public let device: String
    /// Seconds since 1970.
    public let startedAt: Int64
    public let lastUsedAt: Int64
    /// When it is over unless it is used before.
    public let expiresAt: Int64
    /// Whether it is the one that asks.
    public let isCurrent: Bool

    public init(
      id: String, device: String, startedAt: Int64, lastUsedAt: Int64, expiresAt: Int64, isCurrent: Bool
    ) {
      self.id = id
      self.device = device
      self.startedAt = startedAt
      self.lastUsedAt = lastUsedAt
      self.expiresAt = expiresAt
      self.isCurrent = isCurrent
    }

    var node: JSONNode {
      [
        "session": .string(id), "device": .string(device), "started_at": .integer(startedAt),
        "last_used_at": .integer(lastUsedAt), "expires_at": .integer(expiresAt),
        "current": JSONNode(.bool(isCurrent)),
      ]
    }

    init(wire node: JSONNode) throws(WireError) {
      self.init(
        id: try node.text("session", most: 128), device: try node.text("device", most: 43),
        startedAt: try node.number("started_at"), lastUsedAt: try node.number("last_used_at"),
        expiresAt: try node.number("expires_at"), isCurrent: try node.flag("current"))
    }
  }

  /// More are not told: the oldest are left out, and those from a clock far ahead before them.
  public static let maximumEntries = 1000

  public let entries: [Entry]

  /// Keeps the first ``maximumEntries``.
  public init(_ entries: [Entry]) { self.entries = Array(entries.prefix(Self.maximumEntries)) }

  public var members: [JSONMember] { [JSONMember("sessions", JSONNode(.array(entries.map(\.node))))] }

  /// At most ``maximumEntries`` are read, each whole.
  public init(members node: JSONNode) throws(WireError) {
    guard let nodes = node["sessions"]?.array, nodes.count <= Self.maximumEntries else {
      throw .missing(member: "sessions")
    }
    var entries: [Entry] = []
    for node in nodes { entries.append(try Entry(wire: node)) }
    self.init(entries)
  }
}
