/// Addresses that package managers fetch from.
enum DependencyAddress {
  private static let open = ["http://", "git://"]

  /// Whether what lies there comes over an open connection; this machine is no connection.
  static func isOpen(_ address: String) -> Bool {
    guard let scheme = open.first(where: { address.lowercased().hasPrefix($0) }) else { return false }
    let rest = String(address.dropFirst(scheme.count))
    guard let host = NearHost.clearHost(of: "http://" + rest) else { return false }
    return !host.isEmpty && !["localhost", "127.0.0.1", "::1"].contains(host) && !host.hasSuffix(".localhost")
  }

  /// One text for every way to write the address of one repository: `https://a.app/b.git`, `git@a.app:b`.
  static func repository(_ address: String) -> String {
    var text = address.lowercased()[...]
    if let scheme = text.firstRange(of: "://") { text = text[scheme.upperBound...] }
    if let user = text.firstIndex(of: "@") { text = text[text.index(after: user)...] }
    while text.last == "/" { text = text.dropLast() }
    if text.hasSuffix(".git") { text = text.dropLast(4) }
    return String(text.map { $0 == ":" ? "/" : $0 })
  }
}
