/// One walk over the characters of a link, without going back.
struct LinkScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Everything that RFC 3986 does not know goes at once; brackets stand in addresses only, which no link here has.
  func checkCharacters() throws(InputRefusal) {
    for (offset, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      case ..<0x80 where "-._~:/?#@!$&'()*+,;=%".unicodeScalars.contains(scalar): continue
      case 0x20: throw InputRefusal(.blank, at: offset + 1)
      default: throw InputRefusal(ScalarJudgement.flaw(of: scalar) ?? .linkCharacter, at: offset + 1)
      }
    }
  }

  /// Up to the next of these marks, or to the end.
  private mutating func take(until marks: Set<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    let start = index
    while let scalar = next, !marks.contains(scalar) { index += 1 }
    return scalars[start..<index]
  }

  private mutating func pass(_ mark: Unicode.Scalar) -> Bool {
    guard next == mark else { return false }
    index += 1
    return true
  }

  mutating func readScheme() throws(InputRefusal) -> String {
    let scheme = take(until: [":", "/", "?", "#"])
    guard let first = scheme.first, first.properties.isAlphabetic, scheme.allSatisfy(Self.isSchemeText), pass(":"),
      pass("/"), pass("/")
    else { throw InputRefusal(.malformedLink, at: index + 1) }
    return String(String.UnicodeScalarView(scheme)).lowercased()
  }

  static func isSchemeText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || ["+", "-", "."].contains(scalar)
  }

  /// Letters, digits, hyphens and dots: what a name needs that a developer wrote down.
  mutating func readHost() throws(InputRefusal) -> String {
    let start = index
    let host = take(until: ["/", "?", "#"])
    if let mark = host.firstIndex(of: "@") { throw InputRefusal(.linkCredentials, at: mark + 1) }
    if let mark = host.firstIndex(of: ":") { throw InputRefusal(.linkPort, at: mark + 1) }
    guard !host.isEmpty, host.count <= DomainName.longest else { throw InputRefusal(.malformedLink, at: start + 1) }
    for (offset, scalar) in host.enumerated() {
      guard scalar == "-" || scalar == "." || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      else {
        throw InputRefusal(.linkCharacter, at: start + offset + 1)
      }
    }
    return String(String.UnicodeScalarView(host)).lowercased()
  }

  mutating func readSegments(most: Int) throws(InputRefusal) -> [String] {
    guard pass("/"), next != nil, next != "?", next != "#" else { return [] }
    var segments: [String] = []
    while true {
      let start = index
      let segment = try PercentEncoding.decode(take(until: ["/", "?", "#"]), at: start + 1)
      let isAmbiguous = segment.unicodeScalars.contains { $0 == "/" || $0 == "\\" }
      guard !["", ".", ".."].contains(segment), !isAmbiguous else { throw InputRefusal(.pathTricks, at: start + 1) }
      try Self.checkForLink(segment, at: start + 1)
      guard segments.count < most else { throw InputRefusal(.tooManyParts, limit: most) }
      segments.append(segment)
      guard pass("/") else { return segments }
    }
  }

  mutating func readParameters(most: Int) throws(InputRefusal) -> [DeepLink.Parameter] {
    guard pass("?") else { return [] }
    var parameters: [DeepLink.Parameter] = []
    repeat {
      let start = index
      let part = take(until: ["&", "#"])
      guard let equals = part.firstIndex(of: "="), equals > part.startIndex else {
        throw InputRefusal(.malformedLink, at: start + 1)
      }
      if let plus = part.firstIndex(of: "+") { throw InputRefusal(.linkCharacter, at: plus + 1) }
      let name = try PercentEncoding.decode(part[..<equals], at: start + 1)
      let value = try PercentEncoding.decode(part[(equals + 1)...], at: equals + 2)
      try Self.checkForLink(value, at: equals + 2)
      guard !parameters.contains(where: { $0.name == name }) else {
        throw InputRefusal(.repeatedParameter, at: start + 1)
      }
      guard parameters.count < most else { throw InputRefusal(.tooManyParts, limit: most) }
      parameters.append(DeepLink.Parameter(name: name, value: value))
    } while pass("&")
    return parameters
  }

  mutating func readFragment() throws(InputRefusal) -> String? {
    guard pass("#") else { return nil }
    let start = index
    if let mark = scalars[index...].firstIndex(of: "#") { throw InputRefusal(.linkCharacter, at: mark + 1) }
    let text = try PercentEncoding.decode(scalars[index...], at: start + 1)
    index = scalars.count
    try Self.checkForLink(text, at: start + 1)
    return text
  }

  /// What a browser, or a careless handler, would take for the address of something else: two slashes, a known scheme, or
  /// any word that may be one, with its colon. A digit behind the colon makes it a place or a time (`room:5`), unless the
  /// scheme is known.
  /// Source: CWE-601; RFC 3986, section 3.1; WHATWG URL Standard, section 4.4 (backslashes count as slashes, blanks around
  /// are dropped).
  private static func checkForLink(_ value: String, at place: Int) throws(InputRefusal) {
    // Scalars, not characters: a combining mark behind a colon would make another character of it.
    let text = value.lowercased().unicodeScalars.drop { $0.properties.isWhitespace }.map { $0 == "\\" ? "/" : $0 }
    let isNested =
      text.starts(with: "//".unicodeScalars)
      || text.indices.contains { text[$0] == ":" && text[($0 + 1)...].starts(with: "//".unicodeScalars) }
      || knownSchemes.contains { text.starts(with: $0.unicodeScalars) } || beginsWithScheme(text)
    guard !isNested else { throw InputRefusal(.nestedLink, at: place) }
  }

  private static func beginsWithScheme(_ text: [Unicode.Scalar]) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let first = text.first, ("a"..."z").contains(first),
      text[..<colon].allSatisfy(isSchemeText)
    else { return false }
    guard colon + 1 < text.count else { return true }
    return !("0"..."9").contains(text[colon + 1])
  }

  private static let knownSchemes = [
    "javascript:", "data:", "vbscript:", "file:", "blob:", "intent:", "about:", "content:", "https:", "http:", "ws:",
    "wss:", "ftp:", "mailto:", "tel:", "sms:", "filesystem:", "view-source:", "android-app:", "market:",
    "itms-services:", "itms-apps:", "app-settings:", "facetime:", "facetime-audio:", "webcal:",
  ]
}
