/// Judges a name or key by its words: does it hold a secret, tell something about one, or neither?
package enum SecretWords {
  package enum Judgement { case secret, aboutSecret, unrelated }

  private static let nouns: Set<String> = [
    "password", "passwords", "passwd", "pwd", "passphrase", "passcode", "secret", "secrets", "token", "tokens",
    "credential", "credentials", "jwt", "otp", "totp", "cvv", "cvc", "iban", "ssn", "mnemonic", "pin", "apikey",
    "authtoken", "accesstoken", "refreshtoken", "idtoken", "sessionid", "sessiontoken", "privatekey", "secretkey",
    "userpassword", "userpin", "pincode", "seedphrase", "clientsecret",
  ]
  private static let pairs: Set<String> = [
    "api key", "private key", "secret key", "encryption key", "signing key", "master key", "symmetric key",
    "session id", "session key", "session cookie", "seed phrase", "recovery phrase", "recovery code",
    "recovery codes", "recovery key", "recovery words", "seed words", "vault key", "database key", "wrapping key",
    "access key", "verification code", "auth code", "backup code", "backup codes", "security code", "card number",
    "auth header", "cipher key",
  ]
  private static let endsOfPairs = Set(pairs.map { $0.split(separator: " ").last.map(String.init) ?? "" })
  /// Words that turn a secret's name into a fact about it: a count, a date, a switch, a piece of interface.
  static let facts: Set<String> = [
    "is", "has", "did", "should", "was", "can", "will", "needs", "show", "shows", "hide", "use", "uses", "enable",
    "allow", "require", "requires", "count", "counter", "number", "hint", "shown", "enabled", "disabled", "expiry",
    "expires", "expiration", "expired", "date", "timestamp", "time", "length", "saved", "onboarding", "attempts",
    "attempt", "failures", "version", "type", "kind", "policy", "screen", "view", "visible", "visibility", "prompt",
    "tutorial", "status", "state", "title", "label", "placeholder", "index", "limit", "size", "tooltip", "banner",
    "reminder", "changed", "exists", "required", "timeout", "interval", "name", "id", "identifier", "field", "mode",
    "feature", "flag", "option", "setting", "settings", "preference", "color", "icon", "image", "encrypted", "sealed",
    "wrapped", "ciphertext", "digits", "scheme", "strength", "url", "path", "migrated", "migration", "seen",
    "issued", "created", "fetched", "refreshed", "updated", "since", "until", "lifetime", "ttl", "millis",
    "dismissed", "asked", "generator", "manager", "store", "provider", "service",
  ]
  /// Tokens that open nothing, and pins that stand on maps, lists and certificates.
  private static let otherTokens: Set<String> = [
    "push", "apns", "apn", "fcm", "device", "change", "history", "page", "next", "sync", "continuation", "pagination",
    "cursor", "design", "cancel", "cancellation", "observer", "observation", "max", "min", "per", "usage", "used",
    "budget", "context",
  ]
  private static let otherPins: Set<String> = [
    "map", "drop", "annotation", "location", "to", "top", "post", "message", "chat", "tab", "list", "board",
    "certificate", "cert", "spki", "ssl", "tls", "public", "note",
  ]

  /// Whether what holds a `pin` or `token` says that it opens nothing: `certificatePinner.pin(key)`, `page.token`.
  static func opensNothing(_ name: String, of holder: String) -> Bool {
    let words = Set(words(of: name))
    let around = Set(self.words(of: holder))
    if words == ["pin"] { return !around.isDisjoint(with: otherPins) }
    return words.isSubset(of: ["token", "tokens"]) && !words.isEmpty && !around.isDisjoint(with: otherTokens)
  }

  private static let digits: Set<String> = [
    "pin", "otp", "totp", "cvv", "cvc", "passcode", "pincode", "userpin",
  ]
  private static let pairsOfDigits: Set<String> = [
    "verification code", "security code", "recovery code", "recovery codes", "auth code", "backup code",
    "backup codes", "card number",
  ]

  /// Words beside such a name that leave it what it is. Any other may make it a time or a count: `pinSetAt`.
  private static let besideDigits: Set<String> = [
    "user", "app", "my", "the", "login", "new", "old", "current", "entered", "typed", "confirmed", "master", "wallet",
    "door", "card", "key", "pref", "code", "value", "sms", "mail", "email", "security", "verification",
  ]

  /// Whether the name is one of a secret that a number can hold: a PIN, a one-time password, the number of a card.
  package static func isMadeOfDigits(_ name: String) -> Bool {
    let words = words(of: name)
    guard judge(words: words) == .secret else { return false }
    if zip(words, words.dropFirst()).contains(where: { pairsOfDigits.contains($0 + " " + $1) }) { return true }
    return !digits.isDisjoint(with: words) && digits.union(besideDigits).isSuperset(of: words)
  }

  package static func judge(_ name: String) -> Judgement { judge(words: words(of: name)) }

  static func judge(words: [String]) -> Judgement {
    // Most names hold neither: told without making sets.
    guard words.contains(where: Self.nouns.contains) || words.dropFirst().contains(where: endsOfPairs.contains) else {
      return .unrelated
    }
    let set = Set(words)
    var nouns = set.intersection(nouns)
    if !set.isDisjoint(with: otherTokens) { nouns.subtract(["token", "tokens"]) }
    if !set.isDisjoint(with: otherPins) { nouns.remove("pin") }
    // What stands on a map or is sent to a device says so itself, and more than what it is made of.
    let opensNothing = nouns.isEmpty && !set.isDisjoint(with: Self.nouns) && !set.contains("to")
    let joined = zip(words, words.dropFirst()).map { $0 + " " + $1 }.filter(pairs.contains)
    guard !nouns.isEmpty || !joined.isEmpty else { return opensNothing ? .aboutSecret : .unrelated }
    // `session id` and `card number` are secrets although their second word is mostly a fact.
    let explained = Set(joined.flatMap { $0.split(separator: " ").map(String.init) })
    return set.subtracting(explained).isDisjoint(with: facts) ? .secret : .aboutSecret
  }

  /// `API_KEY=8f3a…`: a name of a secret, then a value that looks like one.
  static func writesSecretOut(_ text: String) -> Bool {
    guard text.utf8.count <= 4096 else { return false }
    return text.split(whereSeparator: { $0.isWhitespace || $0 == "&" || $0 == "," || $0 == ";" }).contains { word in
      guard let sign = word.firstIndex(where: { $0 == "=" || $0 == ":" }) else { return false }
      let name = word[..<sign].filter { $0 != "\"" && $0 != "'" }
      let value = word[word.index(after: sign)...].trimmingPrefix { $0 == "\"" || $0 == "'" }
      return judge(name) == .secret && HardcodedSecret.isRandom(String(value))
    }
  }

  /// `refreshToken`, `REFRESH_TOKEN`, `com.app.refresh-token` and `APIKey2` as lower-case words. A reverse domain
  /// name in front does not take part: an app may well be called Secret Diary.
  static func words(of name: String) -> [String] {
    var components = name.split(separator: ".", omittingEmptySubsequences: true)
    if components.count > 2, ["com", "org", "net", "io", "de", "app"].contains(components[0].lowercased()) {
      components.removeFirst(2)
    }
    return components.flatMap { component in
      component.utf8.allSatisfy({ $0 < 0x80 }) ? asciiWords(of: component) : wordsOfComponent(Array(component))
    }
  }

  /// The same as ``wordsOfComponent(_:)``, by bytes.
  private static func asciiWords(of component: Substring) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var previous: UInt8 = 0
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word.removeAll(keepingCapacity: true)
    }
    let bytes = component.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      if byte.isASCIILetter {
        let nextIsLower = index < bytes.endIndex && bytes[index].isASCIILowercase
        if !byte.isASCIILowercase, previous.isASCIILowercase || nextIsLower { end() }
        word.append(byte | 0x20)
      } else {
        end()
      }
      previous = byte
    }
    end()
    return words
  }

  private static func wordsOfComponent(_ characters: [Character]) -> [String] {
    var words: [String] = []
    var word = ""
    for (index, character) in characters.enumerated() {
      guard character.isLetter else {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
        continue
      }
      let previousIsLower = index > 0 && characters[index - 1].isLowercase
      let nextIsLower = index + 1 < characters.count && characters[index + 1].isLowercase
      if character.isUppercase, !word.isEmpty, previousIsLower || nextIsLower {
        words.append(word.lowercased())
        word = ""
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }
}
