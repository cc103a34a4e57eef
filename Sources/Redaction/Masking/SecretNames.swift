/// Names whose value is a secret. A name is folded first: lower case without `-` and `_`, so that `Mantlet-App-Token`,
/// `appToken` and `app_token` are one.
enum SecretNames {
  /// What a name says of its value.
  enum Meaning {
    /// Secret up to a blank or `&`.
    case word
    /// Secret to the end of the line.
    case line
    /// A telephone number where it has enough digits.
    case phone
    /// Secret in the query or the fragment of a URL, where it is long enough: elsewhere the word says little.
    case query
  }

  /// Ends of names: `userPin`, `client_secret`.
  private static let endings = [
    "password", "passwd", "pwd", "passphrase", "passcode", "passwort", "kennwort", "pin", "pincode", "otp", "otpcode",
    "token", "secret", "credential", "credentials", "apikey", "accesskey", "privatekey", "secretkey", "sessionid",
    "sessionkey", "clientassertion", "codeverifier", "jwt",
    "passwords", "password1", "password2", "passwordconfirm", "passwordconfirmation", "passwordrepeat", "passwordagain",
    "passwort1", "passwort2", "passwortwiederholung", "pinconfirmation", "authcode", "authorizationcode",
    "encryptionkey", "signingkey", "masterkey", "accountkey",
    "passwordhash", "passwdhash", "pinhash", "tokenhash", "secrethash", "passwordvalue", "pinvalue", "tokenvalue",
    "secretvalue", "pin1", "pin2", "mtan", "smstan", "pushtan", "phototan", "verificationcode", "securitycode",
    "smscode", "devicecode", "usercode", "recoverycode", "backupcode", "onetimecode", "logincode", "aeskey", "hmackey",
    "sharedkey", "authkey", "privkey", "subscriptionkey", "pinnumber",
  ]
  /// Whole, or behind a `-` or `_`: `DB_PASS`, not `bypass`.
  private static let parts = ["pass", "pw"]
  /// Too short or too common as an end: only the whole name counts.
  private static let wholes = [
    "cvv", "cvc", "cvv2", "tan", "puk", "ssn", "sid", "jsessionid", "phpsessid", "bearer", "xauth",
  ]
  private static let lines = ["authorization", "cookie"]
  /// Of OAuth (RFC 6749, section 4.1.2), SAML, CAS and signed URLs of stores.
  private static let queries = [
    "code", "key", "sig", "ticket", "assertion", "samlresponse", "signature", "xamzsignature", "xgoogsignature", "auth",
  ]
  private static let phones = ["phone", "phonenumber", "mobile", "msisdn", "telephone", "telefon"]

  /// Words that are no names and whose next word tells more: authentication schemes, and a command with a password.
  private static let heralds = ["bearer", "dpop", "basic", "curl"]

  private struct Entry {
    enum Extent { case ending, part, whole }
    let text: [UInt8]
    let meaning: Meaning
    let extent: Extent
    /// The last bytes of the text, eight at most, the very last one lowest, and the bits that they take.
    let tail: UInt64
    let mask: UInt64

    init(_ text: String, _ meaning: Meaning, _ extent: Extent = .ending) {
      (self.text, self.meaning, self.extent) = (Array(text.utf8), meaning, extent)
      tail = self.text.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
      mask = ~0 >> UInt64(64 - 8 * min(8, self.text.count))
    }
  }

  /// By the last byte of the name; made once, never changed and never freed.
  nonisolated(unsafe) private static let byLast: UnsafePointer<UnsafeBufferPointer<Entry>> = {
    let all =
      endings.map { Entry($0, .word) } + parts.map { Entry($0, .word, .part) } + wholes.map { Entry($0, .word, .whole) }
      + lines.map { Entry($0, .line) } + phones.map { Entry($0, .phone) } + [Entry("tel", .phone, .whole)]
      + queries.map { Entry($0, .query, .whole) }
    let rows = UnsafeMutablePointer<UnsafeBufferPointer<Entry>>.allocate(capacity: 128)
    for byte in 0..<128 {
      let own = all.filter { $0.text.last == UInt8(byte) }
      let row = UnsafeMutableBufferPointer<Entry>.allocate(capacity: own.count)
      _ = row.initialize(fromContentsOf: own)
      (rows + byte).initialize(to: UnsafeBufferPointer(row))
    }
    return UnsafePointer(rows)
  }()

  /// All names, and all ``heralds``.
  static var all: [[UInt8]] {
    UnsafeBufferPointer(start: byLast, count: 128).joined().map(\.text) + heralds.map { Array($0.utf8) }
  }

  /// Compares from the end; `name` holds letters, digits, `-` and `_` only.
  static func meaning(of written: Slice<UnsafeBufferPointer<UInt8>>) -> Meaning? {
    var name = written
    while let last = name.last, isSeparator(last) { name.removeLast() }
    guard name.count >= 2 else { return nil }
    let last = name.base[name.endIndex - 1]
    let row = Int((last >= 65 && last <= 90 ? last | 32 : last) & 127)
    var tail: UInt64 = 0
    var (place, taken) = (name.endIndex, 0 as UInt64)
    while taken < 64, place > name.startIndex {
      place -= 1
      let byte = name.base[place]
      if isSeparator(byte) { continue }
      tail |= UInt64(byte >= 65 && byte <= 90 ? byte | 32 : byte) << taken
      taken += 8
    }
    for entry in byLast[row] where (tail ^ entry.tail) & entry.mask == 0 {
      var index = name.endIndex
      var left = entry.text.count
      while left > 0, index > name.startIndex {
        index -= 1
        let byte = name.base[index]
        if isSeparator(byte) { continue }
        let folded = byte >= 65 && byte <= 90 ? byte | 32 : byte
        guard folded == entry.text[left - 1] else { break }
        left -= 1
      }
      guard left == 0 else { continue }
      // Separators at the beginning are no part of a name: `_sid` is whole. Within one they part words, so whether one
      // stands here is asked before they are passed: `db_pass`.
      let isPart = index > name.startIndex && isSeparator(name.base[index - 1])
      while index > name.startIndex, isSeparator(name.base[index - 1]) { index -= 1 }
      if index == name.startIndex { return entry.meaning }
      switch entry.extent {
      case .ending: return entry.meaning
      case .part: if isPart { return entry.meaning }
      case .whole: break
      }
    }
    return nil
  }

  static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }
}
