#if PostgreSQL
  import CLibpq

  /// What libpq is told, after the connection string was judged.
  ///
  /// The password never stands in the string: libpq takes it from `PGPASSWORD` or the file that `PGPASSFILE` names.
  /// Source: PostgreSQL, sections 34.1.1, 34.1.2, 34.15, 34.16 and 34.19.
  struct PostgresAddress: Sendable {
    let parameters: [String: String]
    /// Whether more than one host is named: another one takes over when the first is gone.
    let namesSeveral: Bool

    // O.Ntwk_2#140
    /// - Parameter insecureTransport: lets data cross the network to another machine without a checked certificate.
    /// - Throws: ``StoreError`` `connectionUnusable`, `passwordInConnection`, `transportExposed`.
    init(_ connection: String, insecureTransport: Bool) throws(StoreError) {
      // libpq would stop at the zero and read a part as the whole.
      guard !connection.utf8.contains(0), let options = PQconninfoParse(connection, nil) else {
        throw .connectionUnusable
      }
      var said = Self.values(options)
      guard said["service"] == nil else { throw .connectionUnusable }
      guard said["password"] == nil, said["sslpassword"] == nil else { throw .passwordInConnection }
      var defaults: [String: String] = [:]
      if let options = PQconndefaults() { defaults = Self.values(options) }
      func value(_ name: String) -> String { said[name] ?? defaults[name] ?? "" }
      if !Self.isLocal(host: value("host"), address: value("hostaddr")) {
        // libpq's own default, prefer, takes any certificate and none at all.
        let mode = said["sslmode"] ?? (defaults["sslmode"] == "prefer" ? nil : defaults["sslmode"]) ?? "verify-full"
        guard mode == "verify-full" || insecureTransport else { throw .transportExposed }
        said["sslmode"] = mode
        // Kerberos encryption would take the place of TLS and check no certificate.
        if mode == "verify-full" { said["gssencmode"] = "disable" }
      }
      let usual = [
        "target_session_attrs": "read-write", "keepalives_idle": "10", "keepalives_interval": "5",
        "keepalives_count": "3", "tcp_user_timeout": "10000", "fallback_application_name": "mantlet",
      ]
      said.merge(usual) { theirs, _ in theirs }
      said["client_encoding"] = "UTF8"
      parameters = said
      namesSeveral = [value("host"), value("hostaddr")].contains { $0.contains(",") }
    }

    /// Whether every host named is this machine: a Unix socket or loopback.
    private static func isLocal(host: String, address: String) -> Bool {
      // An address, where there is one, is where libpq connects to, whatever the name says.
      let places = (address.isEmpty ? host : address).split(separator: ",", omittingEmptySubsequences: false)
      return places.allSatisfy { place in
        if place.isEmpty { return !address.isEmpty ? false : true }
        return place.hasPrefix("/") || place.hasPrefix("@") || place == "localhost" || place == "::1"
          || isLoopback(place)
      }
    }

    /// 127.0.0.0/8 in four numbers; a name that only begins like it is another machine.
    private static func isLoopback(_ text: Substring) -> Bool {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") }
    }

    /// What is set in a list of libpq's, which ends with it.
    private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
      defer { PQconninfoFree(options) }
      var values: [String: String] = [:]
      var next = options
      while let keyword = next.pointee.keyword {
        if let value = next.pointee.val, value.pointee != 0 {
          values[String(cString: keyword)] = String(cString: value)
        }
        next += 1
      }
      return values
    }
  }
#endif
