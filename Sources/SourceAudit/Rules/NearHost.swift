/// Hosts to which nothing leaves this machine or the network at home.
///
/// The names of RFC 2606 are hosts like any other: what the app opens goes out in the clear, and where such a name stands
/// only to be replaced, the address that replaces it is clear, too. Comments are not read, and tests are scored apart.
/// Compares whole names and whole IPv4 addresses: `127.evil.tld` and `localhost.evil.tld` are far.
enum NearHost {
  /// Hosts that stand in names of XML namespaces, which nobody opens.
  private static let namespaces: Set<String> = [
    "schemas.android.com", "schemas.microsoft.com", "schemas.xmlsoap.org", "schemas.openxmlformats.org", "www.w3.org",
    "xmlpull.org", "www.xmlpull.org",
  ]

  /// The host of an address without TLS; nil for every other text.
  static func clearHost(of address: some StringProtocol) -> String? {
    let start = "http://"
    guard address.prefix(start.count).lowercased() == start else { return nil }
    var host = address.dropFirst(start.count).prefix { !"/?#\\".contains($0) }[...]
    // What stands before the last `@` is a name of a user, whatever it looks like.
    if let sign = host.lastIndex(of: "@") { host = host[host.index(after: sign)...] }
    if host.hasPrefix("[") { return host.dropFirst().prefix { $0 != "]" }.lowercased() }
    return host.prefix { $0 != ":" }.lowercased()
  }

  /// Whether an address of the source goes out in the clear to somebody else.
  static func isClear(_ address: String) -> Bool {
    guard address.utf8.count > 10, let host = clearHost(of: address), !host.isEmpty, host.first != "%" else {
      return false
    }
    return !isNear(host) && !namespaces.contains(host)
  }

  /// This machine, the host of the emulator, the network at home.
  static func isNear(_ host: String) -> Bool {
    if ["localhost", "::1"].contains(host) || host.hasSuffix(".localhost") || host.hasSuffix(".local") { return true }
    guard let address = ipv4(host) else { return false }
    switch (address[0], address[1]) {
    case (127, _), (192, 168): return true
    case (10, 0): return address[3] == 2 && (address[2] == 2 || address[2] == 3)
    default: return address == [0, 0, 0, 0]
    }
  }

  /// RFC 1918 and RFC 3927, too: what a configuration may name for devices in a closed network.
  static func isPrivate(_ host: String) -> Bool {
    if isNear(host) { return true }
    guard let address = ipv4(host) else { return false }
    switch (address[0], address[1]) {
    case (10, _), (172, 16...31), (169, 254): return true
    default: return false
    }
  }

  /// Four numbers in decimal; nil for a name and for every other way to write an address.
  private static func ipv4(_ host: String) -> [Int]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part),
        number < 256, part == String(number)[...]
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
