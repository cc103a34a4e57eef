import SecurityPolicy
import UntrustedInput

/// Pins that an app shall take beside those of its policy until a fixed day, so that a server's keys can change without
/// a new version of the app.
///
/// A number that rises orders updates. It can add no host. It can withdraw pins, of the built-in ones the one in use and
/// never those in reserve; apps that do not know ``Host/withdrawn`` yet go on with it. Whether it is signed, by whom,
/// and for which app is `NetworkTrust.VerifiedPinUpdate`'s matter.
public struct PinUpdate: WireMessage {
  /// The pins of one host.
  public struct Host: Sendable, Hashable {
    /// A name or an address, without port.
    public var host: String
    /// Standard base64 of SHA-256 over SubjectPublicKeyInfo, at least two; the first is the key in use.
    public var pins: [String]
    /// Pins in the same form that count no longer, at most 16 and none of ``pins``: keys that were lost.
    public var withdrawn: [String]

    public init(host: String, pins: [String], withdrawn: [String] = []) {
      self.host = host
      self.pins = pins
      self.withdrawn = withdrawn
    }
  }

  /// Days from issue to end, at most.
  public static let longestDays: Int64 = 400

  /// Rises with every update of one owner.
  public var number: Int64
  /// Seconds since 1970.
  public var issuedAt: Int64
  /// Seconds since 1970, at most ``longestDays`` after ``issuedAt``.
  public var expiresAt: Int64
  /// At most 33, each once.
  public var hosts: [Host]

  public init(number: Int64, issuedAt: Int64, expiresAt: Int64, hosts: [Host]) {
    self.number = number
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.hosts = hosts
  }

  public var members: [JSONMember] {
    let entries = hosts.map { entry -> JSONNode in
      let pins = JSONMember("pins", .strings(entry.pins))
      let withdrawn = entry.withdrawn.isEmpty ? [] : [JSONMember("withdrawn", .strings(entry.withdrawn))]
      return JSONNode(.object([JSONMember("host", .string(entry.host)), pins] + withdrawn))
    }
    return [
      JSONMember("number", .integer(number)), JSONMember("iat", .integer(issuedAt)),
      JSONMember("exp", .integer(expiresAt)), JSONMember("hosts", JSONNode(.array(entries))),
    ]
  }

  /// An update that is well-formed: hosts and pins are texts of the right length, which `NetworkTrust` reads further.
  public init(members node: JSONNode) throws(WireError) {
    number = try node.number("number")
    issuedAt = try node.number("iat")
    expiresAt = try node.number("exp")
    guard number > 0 else { throw .missing(member: "number") }
    let (life, overflow) = expiresAt.subtractingReportingOverflow(issuedAt)
    guard !overflow, (1...Self.longestDays * 86400).contains(life) else { throw .missing(member: "exp") }
    guard let entries = node["hosts"]?.array, (1...33).contains(entries.count) else { throw .missing(member: "hosts") }
    hosts = []
    for entry in entries {
      let host = try entry.text("host", most: 253)
      let pins = try entry.texts("pins", most: 16, bytes: 44)
      let withdrawn = entry["withdrawn"] == nil ? [] : try entry.texts("withdrawn", most: 16, bytes: 44)
      guard !host.isEmpty, pins.count >= 2, (pins + withdrawn).allSatisfy({ $0.utf8.count == 44 }),
        !withdrawn.contains(where: pins.contains),
        !hosts.contains(where: { $0.host == host })
      else { throw .missing(member: "hosts") }
      hosts.append(Host(host: host, pins: pins, withdrawn: withdrawn))
    }
  }
}
