/// Where a `Location` field points, read against the place that it came from.
///
/// Source: RFC 9110, section 10.2.2; RFC 3986, section 5.2.
struct RedirectTarget: Sendable, Hashable {
  let endpoint: Endpoint
  /// With its query, without a fragment.
  let path: String

  /// - Throws: ``NetworkError/notSecure`` for any scheme but `https`, ``NetworkError/protocolViolation`` for what is no
  ///   reference.
  init(_ location: String, from endpoint: Endpoint, path base: String) throws(NetworkError) {
    guard location.utf8.count <= 8192, location.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .protocolViolation
    }
    var rest = location.prefix { $0 != "#" }
    var authority: Substring?
    if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
      guard rest[..<colon].lowercased() == "https" else { throw .notSecure }
      rest = rest[rest.index(after: colon)...]
      guard rest.hasPrefix("//") else { throw .protocolViolation }
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      authority = rest.prefix { !"/?".contains($0) }
      rest = rest[rest.index(rest.startIndex, offsetBy: authority?.count ?? 0)...]
    }
    if let authority {
      do { self.endpoint = try Endpoint("https://" + authority) } catch { throw .protocolViolation }
      self.path = Self.normalised(rest.hasPrefix("/") ? rest : "/" + rest)
    } else {
      self.endpoint = endpoint
      let start = base.prefix { $0 != "?" }
      if rest.hasPrefix("/") {
        self.path = Self.normalised(rest)
      } else if rest.hasPrefix("?") || rest.isEmpty {
        self.path = String(start + (rest.isEmpty ? base.dropFirst(start.count) : rest))
      } else {
        let folder = start.lastIndex(of: "/").map { start[...$0] } ?? "/"
        self.path = Self.normalised(folder + rest)
      }
    }
  }

  /// Without dot segments.
  private static func normalised(_ reference: Substring) -> String {
    let path = reference.prefix { $0 != "?" }
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/") + reference.dropFirst(path.count)
  }
}
