import Redaction
import SecurityPolicy
import UntrustedInput

/// What a new password must be, the same on the device and at the server: long enough, not among the first that are
/// guessed, and not the account's name. No end by age, and no rule about kinds of characters unless the policy asks for one:
/// both make people choose worse.
///
/// Two lists: words that people put digits behind, and the 30,000 passwords of ``CommonPasswords`` as they are and with up
/// to four signs behind them; about one good password in 2,000 is refused by chance of its filter.
/// Does not tell a good password: the rules see no pattern beyond one letter or a run. What slows
/// guessing is the server's count of attempts. Nothing is kept of the password, and no strength is computed.
/// Source: NIST SP 800-63B, section 5.1.1.2; BSI TR-03161-1 O.Pass_1.
public enum PasswordRules {
  /// In Unicode scalars, as all lengths here.
  public static let shortest = 8
  public static let longest = 128

  // O.Pass_1#250
  /// The first flaw, or nil for a password that may be taken.
  ///
  /// - Parameters:
  ///   - user: the account's name, where it is known.
  ///   - requirement: what the policy asks beside these rules.
  public static func flaw(
    in new: borrowing Secret, user: String? = nil, by requirement: PasswordRequirement = PasswordRequirement()
  ) -> PasswordFlaw? {
    new.withExposedBytes { bytes -> PasswordFlaw? in
      guard let text = String(validating: bytes, as: UTF8.self) else { return .noText }
      let count = text.unicodeScalars.count
      if count < shortest { return .tooShort }
      if count > longest { return .tooLong }
      let lower = text.lowercased()
      // What people put behind a word when they are asked for more.
      let stem = String(lower.reversed().drop { "0123456789!?.$*#-_ ".contains($0) }.reversed())
      if common.contains(lower) || (stem.count < lower.count && common.contains(stem)) || isRun(lower) {
        return .common
      }
      if let user, !user.isEmpty, [lower, stem].contains(user.lowercased()) { return .likeName }
      if CommonPasswords.mayContain(lower) { return .common }
      let tail = lower.count - stem.count
      // A longer tail is worth more than the word before it.
      if (1...4).contains(tail), stem.count >= 4, CommonPasswords.mayContain(stem) { return .common }
      return kinds(of: text) < requirement.kinds ? .tooFewKinds : nil
    }
  }

  /// Small letters, capitals, digits, all others.
  private static func kinds(of text: String) -> Int {
    let kinds = text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .lowercaseLetter: 0
      case .uppercaseLetter, .titlecaseLetter: 1
      case .decimalNumber: 2
      default: 3
      }
    }
    return Set(kinds).count
  }

  /// One letter again and again, or letters that follow each other in the alphabet, on the keyboard or as digits.
  private static func isRun(_ text: String) -> Bool {
    if Set(text.unicodeScalars).count <= 2 { return true }
    return rows.contains { $0.contains(text) || String($0.reversed()).contains(text) }
  }

  private static let rows = [
    "0123456789012345678901234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm", "1qaz2wsx3edc4rfv5tgb", "1q2w3e4r5t6y7u8i9o0p",
  ]

  /// Heads of published lists of what was found most often, in lower case, as words that digits are put behind.
  private static let common: Set<String> = [
    "password", "passwort", "passw0rd", "p@ssw0rd", "p@ssword", "kennwort", "geheim", "secret", "hallo", "hello",
    "welcome", "willkommen", "login", "admin", "administrator", "root", "test", "testtest", "user", "guest", "master",
    "default", "changeme", "letmein", "iloveyou", "ichliebedich", "sunshine", "princess", "dragon", "monkey", "shadow",
    "superman", "batman", "starwars", "pokemon", "football", "baseball", "fussball", "basketball", "schalke04",
    "computer", "internet", "whatever", "trustno1", "freedom", "michael", "jennifer", "jordan", "daniel", "charlie",
    "ashley", "nicole", "andreas", "thomas", "sommer", "winter", "summer", "spring", "herbst", "schatz", "schatzi",
    "qwerty", "qwertz", "qazwsx", "asdfgh", "asdf", "abc", "aaa", "abcd", "abcabc", "zaq12wsx", "1q2w3e", "q1w2e3r4",
    "passwordpassword", "correcthorsebatterystaple", "mustang", "access", "flower", "lovely", "samsung", "google",
    "facebook", "killer", "hunter", "hunter2", "ranger", "soccer", "hockey", "george", "michelle", "cheese", "cookie",
    "banana", "chocolate", "liverpool", "chelsea", "arsenal", "bayern", "deutschland", "berlin", "hamburg",
  ]
}
