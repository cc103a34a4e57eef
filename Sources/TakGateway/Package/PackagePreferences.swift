import UntrustedInput

/// The preference files of a data package: sections of named values.
///
/// A value that stands twice with two meanings is refused. Nothing is applied: only the keys that this module asks for are
/// looked at.
struct PackagePreferences: Sendable {
  static let maximumServers = 16

  private static let streams = ["cot_streams"]
  /// Both are in use.
  private static let application = ["com.atakmap.app_preferences", "com.atakmap.app.civ_preferences"]
  private var values: [String: [String: String]] = [:]

  /// - Throws: ``GatewayError/malformed(_:)``, ``GatewayError/ambiguous``.
  init(_ files: [[UInt8]]) throws(GatewayError) {
    for file in files {
      let root = try PackageMarkup.root(file)
      guard root.localName == "preferences" else {
        throw .malformed(.malformed(expected: "preferences", at: root.position))
      }
      for section in root.all("preference") {
        guard let name = section.attribute("name")?.value else { continue }
        for entry in section.all("entry") {
          guard let key = entry.attribute("key")?.value else { continue }
          guard values[name]?[key] ?? entry.text == entry.text else { throw .ambiguous }
          values[name, default: [:]][key] = entry.text
        }
      }
    }
  }

  /// A value of one connection; iTAK and ATAK keep those of the first among the app's preferences.
  private func value(_ key: String, _ index: Int) -> String? {
    let sections = Self.streams + Self.application
    for name in [key + String(index), key] {
      for section in sections { if let value = values[section]?[name], !value.isEmpty { return value } }
    }
    return nil
  }

  /// A password. An empty one is one, too, where no other stands; not for a client certificate that nobody names, for
  /// who is to enrol has none.
  private func password(_ key: String, _ index: Int, isNamed: Bool = true) -> PackagePassword? {
    if let value = value(key, index) { return PackagePassword(value) }
    let isEmpty = (Self.streams + Self.application).contains { section in
      values[section]?[key + String(index)] != nil || values[section]?[key] != nil
    }
    return isEmpty && isNamed ? PackagePassword("") : nil
  }

  /// The servers in their order.
  /// - Throws: ``GatewayError/noServer``, ``GatewayError/malformedServer``, ``GatewayError/tooMany(limit:)``.
  func servers() throws(GatewayError) -> [PackageServer] {
    let keys = values["cot_streams"] ?? [:]
    let numbers = keys.keys.compactMap { key in
      key.hasPrefix("connectString") ? Self.number(key.dropFirst("connectString".count)) : nil
    }.sorted()
    guard !numbers.isEmpty else { throw .noServer }
    guard numbers.count <= Self.maximumServers else { throw .tooMany(limit: Self.maximumServers) }
    var servers: [PackageServer] = []
    for number in numbers {
      guard let line = keys["connectString\(number)"] else { continue }
      let address = try ServerLine(line)
      let client = value("certificateLocation", number).map(Self.baseName)
      servers.append(
        PackageServer(
          address: address, name: value("description", number).flatMap { SafeText($0)?.text },
          isEnabled: keys["enabled\(number)"]?.lowercased() == "true",
          callsign: value("locationCallsign", number).flatMap { SafeText($0)?.text },
          team: value("locationTeam", number).flatMap { SafeText($0)?.text },
          role: value("atakRoleType", number).flatMap { SafeText($0)?.text },
          truststore: value("caLocation", number).map(Self.baseName),
          truststorePassword: password("caPassword", number), certificate: client,
          certificatePassword: password("clientPassword", number, isNamed: client != nil)))
    }
    return servers
  }

  /// Plain digits as writers of the field have them: `00` and `+0` would be server 0 once more.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), text == "0" || text.first != "0" else { return nil }
    return Int(text)
  }

  /// Paths name a place on somebody's phone; only their last part says anything here.
  private static func baseName(_ path: String) -> String {
    path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
  }
}
