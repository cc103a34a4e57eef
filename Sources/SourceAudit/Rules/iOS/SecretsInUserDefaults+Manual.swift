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
      violating: Self.violating + Self.indirect, conforming: Self.conforming)
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

  private static let wrapper = SourceText(
    path: "Kept.swift",
    text: """
      @propertyWrapper struct Kept<Value> {
        let key: String
        let shelf: UserDefaults
        init(_ name: Name, in shelf: UserDefaults = .standard) { key = "app." + name.rawValue; self.shelf = shelf }
        var wrappedValue: Value? {
          get { shelf.object(forKey: key) as? Value }
          nonmutating set { keep(newValue) }
        }
        private func keep(_ value: Value?) { shelf.set(value, forKey: key) }
      }
      enum Name: String { case mark = "auth_token", pw, theme, hint = "password_hint" }
      """)

  private static var indirect: [RuleExample] {
    [
      RuleExample(
        "a property wrapper of another file", lines: [2, 3],
        others: [wrapper],
        """
        enum Settings {
          @Kept(.mark) static var mark: String?
          @Kept(.pw) static var password: String?
          @Kept(.theme) static var theme: String?
          @Kept(.hint) static var password2: String?
          @Kept(.pw) static var hasPassword: Bool?
        }
        """),
      RuleExample(
        "a wrapper with a key of its own", lines: [3],
        """
        @propertyWrapper struct Mark {
          var wrappedValue = "" {
            didSet { UserDefaults.standard.set(wrappedValue, forKey: "refresh_token") }
          }
        }
        struct Session { @Mark var mark: String }
        """),
      RuleExample(
        "behind a protocol of the project", lines: [5],
        others: [
          SourceText(
            path: "Shelf.swift",
            text: "protocol Shelf { func set(_ v: Any?, forKey k: String) }\nextension UserDefaults: Shelf {}")
        ],
        """
        struct Keeper {
          let shelf: any Shelf
          let other: Shelf = MemoryShelf()
          func keep(_ refreshToken: String) {
            shelf.set(refreshToken, forKey: "r")
            other.set(refreshToken, forKey: "r")
          }
        }
        final class MemoryShelf: Shelf { func set(_ v: Any?, forKey k: String) {} }
        let keeper = Keeper(shelf: UserDefaults.standard)
        """),
      RuleExample(
        "at the end of a chain", lines: [4, 8],
        """
        final class Keeper {
          func watch(_ answers: AnyPublisher<Answer, Error>) {
            answers.map { $0.accessToken }.receive(on: DispatchQueue.main)
              .sink(receiveCompletion: { _ in }, receiveValue: { UserDefaults.standard.set($0, forKey: "a") })
              .store(in: &all)
          }
          func keep(_ answer: Result<Answer, Error>) {
            answer.map { $0.refreshToken }.map { UserDefaults.standard.set($0, forKey: "r") }
          }
        }
        """),
      RuleExample(
        "through a table of closures", lines: [2, 4],
        """
        let sinks: [String: (String) -> Void] = [
          "kept": { UserDefaults.standard.set($0, forKey: "a") }
        ]
        let others: [(String) -> Void] = [{ UserDefaults.standard.set($0, forKey: "b") }]
        func keep(_ password: String) {
          sinks["kept"]?(password)
          for sink in others { sink(password) }
        }
        """),
      RuleExample(
        "entry by entry", lines: [4, 5, 7],
        """
        func keep(_ accessToken: String, _ text: String) {
          var all: [String: Any] = ["theme": text]
          all["t"] = accessToken
          all.forEach { UserDefaults.standard.set($1, forKey: $0) }
          all.forEach { UserDefaults.standard.set($0.value, forKey: $0.key) }
          for (key, value) in ["pin": text] {
            UserDefaults.standard.set(value, forKey: key)
          }
        }
        """),
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
        "a wrapper that keeps elsewhere, and one that keeps something else",
        """
        @propertyWrapper struct Vaulted {
          let key: String
          var wrappedValue: String {
            get { "" }
            set {
              vault.set(newValue, forKey: key)
              UserDefaults.standard.set(Date(), forKey: "changed")
            }
          }
        }
        struct Session { @Vaulted(key: "authToken") var token: String }
        """),
      RuleExample(
        "behind a protocol, another store",
        """
        protocol Shelf { func set(_ v: Any?, forKey k: String) }
        extension UserDefaults: Shelf {}
        final class Vault: Shelf { func set(_ v: Any?, forKey k: String) {} }
        struct Keeper {
          let shelf: Shelf
          func keep(_ refreshToken: String) { shelf.set(refreshToken, forKey: "r") }
        }
        let keeper = Keeper(shelf: Vault())
        """),
      RuleExample(
        "entry by entry, and none a secret",
        """
        func keep(_ length: Int, _ theme: String) {
          let all: [String: Any] = ["pinLength": length, "theme": theme, "token": ""]
          all.forEach { UserDefaults.standard.set($1, forKey: $0) }
        }
        """),
      RuleExample(
        "how a chain ended, and a table that gets no secret",
        """
        func watch(_ accessTokens: AnyPublisher<String, Error>, _ theme: String) {
          accessTokens.sink { UserDefaults.standard.set($0, forKey: "end") } receiveValue: { hold($0) }
          sinks["kept"]?(theme)
        }
        let sinks: [String: (String) -> Void] = ["kept": { UserDefaults.standard.set($0, forKey: "a") }]
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
