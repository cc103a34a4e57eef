import UntrustedInput

/// What an installation saw when servers showed no pinned key, told later over a path that was trusted. Nothing in it is
/// about a person.
///
/// It is a claim of the device: whoever controls the app can invent it.
public struct PinFailureBatch: WireMessage {
  /// One kind of failure: the same host, outcome and keys.
  public struct Entry: Sendable, Hashable {
    /// What became of the connections.
    public enum Outcome: String, Sendable, Hashable, CaseIterable { case refused, reportedOnly, notValidated }

    /// A name or an address, without port.
    public let host: String
    public let outcome: Outcome
    /// Standard base64 of SHA-256 over SubjectPublicKeyInfo; in order of the text.
    public let expected: [String]
    /// The same for what was seen, leaf first.
    public let seen: [String]
    /// Seconds since 1970, of the first and of the last time.
    public var first: Int64
    public var last: Int64
    /// How many connections.
    public var count: Int64

    public init(
      host: String, outcome: Outcome, expected: [String], seen: [String], first: Int64, last: Int64, count: Int64
    ) {
      self.host = host
      self.outcome = outcome
      self.expected = expected
      self.seen = seen
      self.first = first
      self.last = last
      self.count = count
    }

    /// Whether the other one is the same kind of failure.
    public func isSameKind(as other: Entry) -> Bool {
      host == other.host && outcome == other.outcome && expected == other.expected && seen == other.seen
    }

    var node: JSONNode {
      [
        "host": .string(host), "outcome": .string(outcome.rawValue), "expected": .strings(expected),
        "seen": .strings(seen), "first": .integer(first), "last": .integer(last), "count": .integer(count),
      ]
    }

    init(wire node: JSONNode) throws(WireError) {
      self.init(
        host: try node.text("host", most: 253), outcome: try node.word("outcome"),
        expected: try node.texts("expected", most: 64, bytes: 44), seen: try node.texts("seen", most: 10, bytes: 44),
        first: try node.number("first"), last: try node.number("last"), count: try node.number("count"))
      guard !host.isEmpty else { throw .missing(member: "host") }
      guard (expected + seen).allSatisfy(Self.isPin) else { throw .missing(member: "seen") }
      guard (1...1_000_000_000).contains(count), first <= last else { throw .missing(member: "count") }
    }

    private static func isPin(_ text: String) -> Bool {
      text.utf8.count == 44 && text.utf8.last == UInt8(ascii: "=")
        && text.utf8.dropLast().allSatisfy {
          (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == UInt8(ascii: "+")
            || $0 == UInt8(ascii: "/")
        }
    }
  }

  /// The most entries of one batch.
  public static let maximumEntries = 32

  public var entries: [Entry]
  /// Connections that failed and could not be kept, because there were too many kinds.
  public var forgotten: Int64
  /// The same each time that this batch is sent, and never that of another one of the last few: so the server counts it
  /// once, whether or not its answer arrived. Nil from apps that number nothing; those count each time.
  public var number: Int64?

  /// The largest ``number``: JSON readers agree on integers up to here. Source: RFC 8259, section 6.
  public static let maximumNumber: Int64 = 9_007_199_254_740_991

  /// - Parameters:
  ///   - entries: at most ``maximumEntries``; more are refused on the other side.
  ///   - number: 1 to ``maximumNumber``.
  public init(_ entries: [Entry], forgotten: Int64 = 0, number: Int64? = nil) {
    self.entries = entries
    self.forgotten = forgotten
    self.number = number
  }

  public var members: [JSONMember] {
    [
      JSONMember("failures", JSONNode(.array(entries.map(\.node)))), JSONMember("forgotten", .integer(forgotten)),
    ] + (number.map { [JSONMember("number", .integer($0))] } ?? [])
  }

  /// At most ``maximumEntries`` are read, each whole.
  public init(members node: JSONNode) throws(WireError) {
    guard let nodes = node["failures"]?.array, nodes.count <= Self.maximumEntries else {
      throw .missing(member: "failures")
    }
    entries = []
    for node in nodes { entries.append(try Entry(wire: node)) }
    forgotten = try node.number("forgotten")
    guard (0...1_000_000_000).contains(forgotten) else { throw .missing(member: "forgotten") }
    guard node["number"] != nil else { return }
    number = try node.number("number")
    guard (1...Self.maximumNumber).contains(number ?? 0) else { throw .missing(member: "number") }
  }
}
