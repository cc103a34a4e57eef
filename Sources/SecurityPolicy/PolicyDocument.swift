import UntrustedInput

/// The policy file: JSON with comments, decoded strictly and as a whole.
///
/// Protects against a policy that says less than its author meant: an unknown key, a wrong type or unit, a value out
/// of range and a contradiction are refused with line and column; nothing is skipped or repaired. A missing section
/// or key takes the default of the Swift value; `version`, `name` and `environments` have none. It does not
/// check that an endpoint exists, that a pin belongs to it, that a certificate is valid, or that the file is authentic.
///
/// Durations are texts (`"30m"`, see ``DurationText``). A policy with an environment `prod` refuses every word that
/// begins with `insecure`; in the sections of the other environments, which `prod` never sees, such a word may stand.
/// Source: O.Source_1, MASVS-CODE-4; JSON RFC 8259.
public enum PolicyDocument {
  private static let keys = [
    "version", "name", "storage", "network", "session", "integrity", "logging", "screen", "notifications",
    "webContent", "environments", "server",
  ]

  /// - Throws: the first ``PolicyError``, in this format's order of sections; `notCanonical` is never thrown here.
  public static func read(_ bytes: [UInt8]) throws(PolicyError) -> Policy {
    // O.Source_1#1
    let node: JSONNode
    do throws(InputError) { node = try JSONReader(allowsComments: true).read(bytes) } catch {
      throw .unreadable(error)
    }
    try checkVersion(node)
    let document = try PolicyReader(node, path: "", keys: keys)
    var policy = Policy(name: try name(of: document), environments: [:])
    if let object = try document.object("storage", keys: StorageRequirement.keys) {
      policy.storage = try StorageRequirement(reading: object)
    }
    if let object = try document.object("network", keys: NetworkRequirement.keys) {
      policy.network = try NetworkRequirement(reading: object)
    }
    if let object = try document.object("session", keys: SessionRequirement.keys) {
      policy.session = try SessionRequirement(reading: object)
    }
    if let object = try document.object("integrity", keys: IntegrityRequirement.keys) {
      policy.integrity = try IntegrityRequirement(reading: object)
    }
    if let object = try document.object("logging", keys: LoggingRequirement.keys) {
      policy.logging = try LoggingRequirement(reading: object)
    }
    if let object = try document.object("screen", keys: ScreenRequirement.keys) {
      policy.screen = try ScreenRequirement(reading: object)
    }
    if let object = try document.object("notifications", keys: NotificationRequirement.keys) {
      policy.notifications = try NotificationRequirement(reading: object)
    }
    if let object = try document.object("webContent", keys: WebContentRequirement.keys) {
      policy.webContent = try WebContentRequirement(reading: object)
    }
    policy.environments = try environments(of: document)
    if policy.storage.accessibility.isInsecure, policy.environments[.prod] != nil {
      throw .contradiction(.insecureInProd, path: "storage.accessibility", at: document.place("storage"))
    }
    if policy.session.pin.weak.isInsecure, policy.environments[.prod] != nil {
      throw .contradiction(.insecureInProd, path: "session.pin.weak", at: document.place("session"))
    }
    if let key = policy.screen.insecureKey, policy.environments[.prod] != nil {
      throw .contradiction(.insecureInProd, path: "screen.\(key)", at: document.place("screen"))
    }
    if policy.logging.isTalkative, policy.environments[.prod] != nil {
      throw .contradiction(.talkativeInProd, path: "logging.release", at: document.place("logging"))
    }
    if let object = try document.object("server", keys: ServerRequirement.keys) {
      policy.server = try ServerRequirement(reading: object)
    }
    return policy
  }

  /// Every key in a fixed order, defaults included but for the rules of pinning, the profile of TLS and the sections
  /// `screen`, `notifications` and `webContent`; ``read(_:)`` of it gives the same policy, as long as the durations are whole seconds
  /// and the values are ones that ``read(_:)`` accepts.
  public static func write(_ policy: Policy) -> JSONNode {
    let environments = EnvironmentName.allCases.compactMap { name in
      policy.environments[name].map { JSONMember(name.rawValue, $0.json) }
    }
    let sections: [JSONMember] = [
      JSONMember("version", .integer(Int64(policy.version))), JSONMember("name", .string(policy.name)),
      JSONMember("storage", policy.storage.json), JSONMember("network", policy.network.json),
      JSONMember("session", policy.session.json), JSONMember("integrity", policy.integrity.json),
      JSONMember("logging", policy.logging.json),
    ]
    let rest = [
      JSONMember("environments", JSONNode(.object(environments))), JSONMember("server", policy.server.json),
    ]
    let later = policy.screen.members + policy.notifications.members + policy.webContent.members
    return JSONNode(.object(sections + later + rest))
  }

  /// The version comes before everything else: a newer file may hold keys that are not known here.
  static func checkVersion(_ node: JSONNode) throws(PolicyError) {
    guard node.members != nil else {
      throw .wrongType(path: "the document", expected: "an object", at: node.position)
    }
    guard let version = node["version"] else { throw .missingKey(path: "version", at: node.position) }
    guard case .number = version.value else {
      throw .wrongType(path: "version", expected: "a number", at: version.position)
    }
    guard let number = version.integer, number >= 1 else {
      throw .outOfRange(path: "version", allowed: "1", at: version.position)
    }
    guard number == 1 else { throw .newerVersion(at: version.position) }
  }

  static func name(of document: PolicyReader) throws(PolicyError) -> String {
    let name = try document.text("name")
    guard (1...100).contains(name.unicodeScalars.count),
      !name.unicodeScalars.contains(where: { [.control, .format].contains($0.properties.generalCategory) })
    else {
      throw .malformed(path: "name", expected: "1 to 100 printable characters", at: document.place("name"))
    }
    return name
  }

  private static func environments(of document: PolicyReader) throws(PolicyError)
    -> [EnvironmentName: EnvironmentRequirement]
  {
    let node = try document.required("environments")
    let object = try PolicyReader(node, path: "environments", keys: EnvironmentName.allCases.map(\.rawValue))
    var environments: [EnvironmentName: EnvironmentRequirement] = [:]
    for name in EnvironmentName.allCases {
      guard let one = try object.object(name.rawValue, keys: EnvironmentRequirement.keys) else { continue }
      let environment = try EnvironmentRequirement(reading: one)
      if name == .prod { try environment.checkForProd(one) }
      environments[name] = environment
    }
    guard !environments.isEmpty else {
      throw .contradiction(.noEnvironments, path: "environments", at: object.position)
    }
    return environments
  }
}
