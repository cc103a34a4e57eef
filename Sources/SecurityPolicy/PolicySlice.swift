import UntrustedInput

/// What a device carries of a policy: one environment and the sections that the app itself obeys.
///
/// It holds no server rule and no other environment, so that a stolen app tells nobody what the server tolerates.
/// It is not secret, and by itself it is not authentic: `TrustWire` signs ``bytes`` and verifies the signature before
/// a device obeys a slice.
public struct PolicySlice: Sendable, Hashable {
  /// The version of the format, that of the policy.
  public let version: Int
  /// The policy's name, for people.
  public let name: String
  public let environment: EnvironmentName
  public let storage: StorageRequirement
  public let network: NetworkRequirement
  public let session: SessionRequirement
  public let integrity: IntegrityRequirement
  public let logging: LoggingRequirement
  public let screen: ScreenRequirement
  public let notifications: NotificationRequirement
  public let webContent: WebContentRequirement
  /// Endpoint, pins and keys of ``environment``.
  public let connection: EnvironmentRequirement

  private static let keys = [
    "version", "name", "environment", "storage", "network", "session", "integrity", "logging", "screen",
    "notifications", "webContent", "connection",
  ]

  fileprivate init(_ policy: Policy, _ environment: EnvironmentName, _ connection: EnvironmentRequirement) {
    version = policy.version
    name = policy.name
    self.environment = environment
    storage = policy.storage
    network = policy.network
    session = policy.session
    integrity = policy.integrity
    logging = policy.logging
    screen = policy.screen
    notifications = policy.notifications
    webContent = policy.webContent
    self.connection = connection
  }

  /// Reads what ``bytes`` wrote and nothing else: no comments, no blanks, no missing or reordered key, so that one
  /// slice has one text and one digest. Verify the signature first.
  /// - Throws: ``PolicyError``; `notCanonical` for a slice with the right values in another spelling.
  public init(reading bytes: [UInt8]) throws(PolicyError) {
    let node: JSONNode
    do throws(InputError) { node = try JSONReader().read(bytes) } catch { throw .unreadable(error) }
    try PolicyDocument.checkVersion(node)
    let document = try PolicyReader(node, path: "", keys: Self.keys)
    version = 1
    name = try PolicyDocument.name(of: document)
    _ = try document.required("environment")
    environment = try document.word("environment", or: .dev)
    storage = try StorageRequirement(reading: Self.section("storage", StorageRequirement.keys, document))
    network = try NetworkRequirement(reading: Self.section("network", NetworkRequirement.keys, document))
    session = try SessionRequirement(reading: Self.section("session", SessionRequirement.keys, document))
    integrity = try IntegrityRequirement(reading: Self.section("integrity", IntegrityRequirement.keys, document))
    logging = try LoggingRequirement(reading: Self.section("logging", LoggingRequirement.keys, document))
    screen =
      if let object = try document.object("screen", keys: ScreenRequirement.keys) {
        try ScreenRequirement(reading: object)
      } else {
        ScreenRequirement()
      }
    notifications =
      try document.object("notifications", keys: NotificationRequirement.keys)
      .map { object throws(PolicyError) in try NotificationRequirement(reading: object) } ?? NotificationRequirement()
    webContent =
      try document.object("webContent", keys: WebContentRequirement.keys)
      .map { object throws(PolicyError) in try WebContentRequirement(reading: object) } ?? WebContentRequirement()
    let object = try Self.section("connection", EnvironmentRequirement.keys, document)
    connection = try EnvironmentRequirement(reading: object)
    if environment == .prod { try connection.checkForProd(object) }
    guard self.bytes == bytes else { throw .notCanonical }
  }

  private static func section(_ key: String, _ keys: [String], _ document: PolicyReader) throws(PolicyError)
    -> PolicyReader
  {
    try PolicyReader(try document.required(key), path: key, keys: keys)
  }

  /// Canonical JSON: one line, every key, fixed order; keys that came later than the first form of a slice stand only
  /// where they say something, so that the same policy keeps its digest.
  public var bytes: [UInt8] {
    let sections: [JSONMember] = [
      JSONMember("version", .integer(Int64(version))), JSONMember("name", .string(name)),
      JSONMember("environment", .string(environment.rawValue)), JSONMember("storage", storage.json),
      JSONMember("network", network.json), JSONMember("session", session.json),
      JSONMember("integrity", integrity.json), JSONMember("logging", logging.json),
    ]
    let later = screen.members + notifications.members + webContent.members
    let members = sections + later + [JSONMember("connection", connection.json)]
    return JSONWriter().bytes(JSONNode(.object(members)))
  }
}

extension Policy {
  /// The part for the devices of one environment; nil when the policy does not have it.
  public func slice(for environment: EnvironmentName) -> PolicySlice? {
    environments[environment].map { PolicySlice(self, environment, $0) }
  }
}
