import SecurityPolicy

extension SecretsInUserDefaults {
  var manual: RuleManual {
    RuleManual(
      id: "secrets-in-user-defaults",
      title: "Secrets do not belong in UserDefaults",
      reason: "UserDefaults is a plain property list inside the app's folder. It is copied into backups and read by "
        + "whoever opens one, and no class of protection binds it to this device or to an unlocked screen.",
      fix: "Keep it in the secret store, under the accessibility class of the policy, and remove the old entry.",
      requirements: ["O.Data_2", "O.Data_3", "O.Data_15", "MASVS-STORAGE-1", "MASWE-0006"].map { Requirement($0) },
      weaknesses: ["CWE-312", "CWE-922"].map { Requirement($0) },
      violating: Self.violating, conforming: Self.conforming)
  }

  private static var violating: [RuleExample] {
    [
      RuleExample(
        "a token under a literal key", lines: [1], #"UserDefaults.standard.set(value, forKey: "authToken")"#),
      RuleExample(
        "a call over several lines", lines: [1], "UserDefaults\n.standard\n.setValue(\nx,\nforKey: \"pin_code\")"),
      RuleExample(
        "a suite held in a property", lines: [3],
        """
        final class Store {
          private let shared = UserDefaults(suiteName: "group.app")!
          func keep(_ text: String) { shared.set(text, forKey: "refresh_token") }
        }
        """),
      RuleExample(
        "a parameter of that type and a key constant", lines: [3],
        """
        enum Keys: String { case session = "jwt", volume }
        func keep(_ value: String, in box: UserDefaults?) {
          box?.set(value, forKey: Keys.session.rawValue)
        }
        """),
      RuleExample(
        "a value whose name tells", lines: [1], #"UserDefaults.standard.set(passwordField.text, forKey: "p")"#),
      RuleExample(
        "an encoded value", lines: [1],
        #"UserDefaults.standard.set(try? JSONEncoder().encode(credentials), forKey: "u")"#),
      RuleExample("an interpolated key", lines: [1], #"UserDefaults.standard.set(x, forKey: "\(user).apiKey")"#),
      RuleExample(
        "a subscript", lines: [2], "let defaults = UserDefaults.standard\ndefaults[\"sessionId\"] = answer.id"),
      RuleExample("AppStorage", lines: [1], #"struct Panel { @AppStorage("accessToken") var stored = "" }"#),
      RuleExample(
        "an extension of UserDefaults", lines: [2],
        "extension UserDefaults {\n  func keep(_ text: String) { set(text, forKey: \"seedPhrase\") }\n}"),
      RuleExample(
        "typed into a field that begins empty", lines: [5],
        """
        struct Door: View {
          @State private var passphrase = ""
          var body: some View {
            PassphraseRow(text: $passphrase)
            Button("Open") { UserDefaults.standard.set(passphrase, forKey: "door") }
          }
        }
        """),
      RuleExample(
        "nothing at first, and what a caller hands over", lines: [4],
        """
        final class Door {
          private var accessToken: String? = nil
          func opened(with text: String) { accessToken = text }
          func keep() { UserDefaults.standard.set(accessToken, forKey: "door") }
        }
        """),
      RuleExample(
        "digit by digit", lines: [4],
        """
        func enter(_ digits: [String]) {
          var pin = ""
          for digit in digits { pin.append(digit) }
          UserDefaults.standard.set(pin, forKey: "door")
        }
        """),
      RuleExample(
        "a number", lines: [2, 3],
        """
        func keep(_ pin: Int, _ entered: Int) {
          UserDefaults.standard.set(pin, forKey: "user_pin")
          UserDefaults.standard.set(entered, forKey: "otp")
        }
        """),
      RuleExample(
        "an optional binding", lines: [2],
        "func f() { guard let box = UserDefaults(suiteName: \"g\") else { return }\n box.set(iban, forKey: \"i\") }"),
    ]
  }

  private static var conforming: [RuleExample] {
    [
      RuleExample("a count", #"UserDefaults.standard.set(n, forKey: "tokenCount")"#),
      RuleExample("a hint that was shown", #"UserDefaults.standard.set(flag, forKey: "passwordHintShown")"#),
      RuleExample("an onboarding step", #"UserDefaults.standard.set(done, forKey: "didShowPinOnboarding")"#),
      RuleExample(
        "whether a secret is kept elsewhere", #"UserDefaults.standard.set(true, forKey: "isPasswordSaved")"#),
      RuleExample("a flag under a bare word", #"UserDefaults.standard.set(token != nil, forKey: "token")"#),
      RuleExample("a switch", #"struct Panel { @AppStorage("hasToken") var hasToken = false }"#),
      RuleExample("a removal", #"UserDefaults.standard.removeObject(forKey: "authToken")"#),
      RuleExample("nothing in place of an old secret", #"UserDefaults.standard.set(nil, forKey: "authToken")"#),
      RuleExample(
        "an empty text in place of an old secret",
        """
        final class Door {
          private let noToken = ""
          func forget() { UserDefaults.standard.set(noToken, forKey: "door") }
          func reset() { let token: String? = nil; UserDefaults.standard.set(token, forKey: "door") }
        }
        """),
      RuleExample(
        "a width that a caller sets",
        """
        final class Panel {
          private var pinWidth: CGFloat = 0
          func lay(_ width: CGFloat) { pinWidth = width }
          func keep() { UserDefaults.standard.set(pinWidth, forKey: "width") }
        }
        """),
      RuleExample("words that only look alike", #"UserDefaults.standard.set(x, forKey: "pinnedSpinSecretary")"#),
      RuleExample(
        "numbers about a secret",
        """
        func keep(_ length: Int, _ pinCount: Int) {
          UserDefaults.standard.set(length, forKey: "pinLength")
          UserDefaults.standard.set(pinCount, forKey: "count")
          UserDefaults.standard.set(0, forKey: "pin")
        }
        """),
      RuleExample("a pin on a map", #"UserDefaults.standard.set(place, forKey: "mapPin")"#),
      RuleExample("a push token", #"UserDefaults.standard.set(token.hex, forKey: "apnsDeviceToken")"#),
      RuleExample("another store with the same methods", #"keychain.set(token, forKey: "authToken")"#),
      RuleExample(
        "a name that an inner scope binds to something else",
        """
        let defaults = UserDefaults.standard
        func keep(_ value: String, defaults: SecretStore) { defaults.set(value, forKey: "token") }
        """),
      RuleExample(
        "a constant whose value is no secret",
        """
        enum Keys { static let tokenBucket = "rateLimit" }
        UserDefaults.standard.set(rate, forKey: Keys.tokenBucket)
        """),
    ]
  }
}
