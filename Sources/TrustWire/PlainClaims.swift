import UntrustedInput

/// Reads the payload of an access token in one pass when it is written the plain way: the known members in any order,
/// each once, texts of printable ASCII without escapes, whole numbers, no blanks.
///
/// It accepts a part of what ``JSONReader`` accepts, reads it the same way, and leaves everything else to it: a member
/// that is unknown, missing, repeated, too long or of another kind is no error here but nil.
struct PlainClaims {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private enum Member: Int { case kind, tier, iss, aud, sub, jti, sid, device, cnf, iat, nbf, exp, client }

  private static let names: [(text: StaticString, member: Member)] = [
    ("iss", .iss), ("sub", .sub), ("aud", .aud), ("exp", .exp), ("iat", .iat), ("nbf", .nbf), ("jti", .jti),
    ("sid", .sid), ("cnf", .cnf), ("client_id", .client), ("mantlet_tier", .tier), ("mantlet_kind", .kind),
    ("mantlet_device", .device),
  ]

  /// - Parameter issuer: the one that is expected: its text is taken and not made anew.
  mutating func read(issuer: String) -> TokenClaims? {
    guard take("{") else { return nil }
    var texts = [String?](repeating: nil, count: 9)
    var numbers: (iat: Int64?, nbf: Int64?, exp: Int64?) = (nil, nil, nil)
    var seen = 0
    repeat {
      guard let member = member(), seen & 1 << member.rawValue == 0 else { return nil }
      seen |= 1 << member.rawValue
      switch member {
      case .iat, .nbf, .exp:
        guard let number = number() else { return nil }
        switch member {
        case .iat: numbers.iat = number
        case .nbf: numbers.nbf = number
        default: numbers.exp = number
        }
      case .cnf:
        guard take("{"), let name = range(), matches("jkt", name), take(":"), let value = range(),
          value.count <= TokenClaims.thumbprintLimit, take("}")
        else { return nil }
        texts[member.rawValue] = text(value)
      case .client:
        guard range() != nil else { return nil }
      case .iss, .aud:
        guard let value = range() else { return nil }
        texts[member.rawValue] = issuer.utf8.elementsEqual(bytes[value]) ? issuer : text(value)
      case .kind, .tier, .sub, .jti, .sid, .device:
        guard let value = range(), value.count <= TokenClaims.nameLimit else { return nil }
        texts[member.rawValue] = text(value)
      }
    } while take(",")
    guard take("}"), place == bytes.count,
      let kind = texts[Member.kind.rawValue].flatMap({ TokenKind(rawValue: $0) }),
      let tier = texts[Member.tier.rawValue].flatMap({ TrustTier(rawValue: $0) }),
      let issuer = texts[Member.iss.rawValue], let audience = texts[Member.aud.rawValue],
      let subject = texts[Member.sub.rawValue], let identifier = texts[Member.jti.rawValue],
      let session = texts[Member.sid.rawValue], let device = texts[Member.device.rawValue],
      let issuedAt = numbers.iat, let notBefore = numbers.nbf, let expiresAt = numbers.exp
    else { return nil }
    return TokenClaims(
      kind: kind, tier: tier, issuer: issuer, audience: audience, subject: subject, identifier: identifier,
      session: session, device: device, boundKey: texts[Member.cnf.rawValue], issuedAt: issuedAt,
      notBefore: notBefore, expiresAt: expiresAt)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: scalar) else { return false }
    place += 1
    return true
  }

  /// A known name and its colon.
  private mutating func member() -> Member? {
    guard let name = range(), take(":") else { return nil }
    return Self.names.first { matches($0.text, name) }?.member
  }

  private func matches(_ text: StaticString, _ range: Range<Int>) -> Bool {
    guard text.utf8CodeUnitCount == range.count else { return false }
    return range.allSatisfy { bytes[$0] == text.utf8Start[$0 - range.lowerBound] }
  }

  /// The places of a text between its quotes.
  private mutating func range() -> Range<Int>? {
    guard take("\"") else { return nil }
    let first = place
    while place < bytes.count, (0x20..<0x7F).contains(bytes[place]), bytes[place] != 0x5C {
      if bytes[place] == 0x22 {
        place += 1
        return first..<(place - 1)
      }
      place += 1
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Up to 18 digits, which fit into 64 bits.
  private mutating func number() -> Int64? {
    let isNegative = take("-")
    let first = place
    var number: Int64 = 0
    while place < bytes.count, place - first < 18, (48...57).contains(bytes[place]) {
      number = number * 10 + Int64(bytes[place] - 48)
      place += 1
    }
    // A further digit, a fraction or an exponent is met by the caller, who wants a comma or the end there.
    guard place > first, bytes[first] != 48 || place == first + 1 else { return nil }
    return isNegative ? -number : number
  }
}
