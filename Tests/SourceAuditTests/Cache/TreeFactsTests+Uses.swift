#if Audit
  /// What runs, and what wrappers, delegates and protocols lead to, in other files.
  extension TreeFactsTests {
    private static let probe =
      "struct Look { func isOpen() -> Bool { FileManager.default.fileExists(atPath: \"/Applications/Cydia.app\") } }\n"

    private static func wrapper(_ store: String) -> String {
      """
      @propertyWrapper struct Kept {
        let key: String
        var wrappedValue: String { get { "" } set { \(store).set(newValue, forKey: key) } }
      }

      """
    }

    private static func delegate(_ deed: String) -> String {
      """
      class Kept(private val p: SharedPreferences, private val key: String) {
        operator fun getValue(a: Any?, b: KProperty<*>) = ""
        operator fun setValue(a: Any?, b: KProperty<*>, v: String) { \(deed) }
      }

      """
    }

    static let uses: [Change] = [
      Change(
        "a caller of a probe", ["A.swift": probe, "B.swift": "@main struct Sleep: App { }\n"], "B.swift",
        "@main struct Sleep: App { init() { if Look().isOpen() { exit(0) } } }\n"),
      Change(
        "a caller of the caller of a probe",
        [
          "A.swift": probe, "B.swift": "func start() { if Look().isOpen() { exit(0) } }\n",
          "C.swift": "@main struct Sleep: App { }\n",
        ], "C.swift", "@main struct Sleep: App { init() { start() } }\n"),
      Change(
        "a reader of a probe",
        [
          "A.swift": "enum Look { static var isOpen: Bool { access(\"/bin/bash\", F_OK) == 0 } }\n",
          "B.swift": "@main struct Sleep: App { }\n",
        ], "B.swift", "@main struct Sleep: App { init() { if Look.isOpen { exit(0) } } }\n"),
      Change(
        "where an app begins", ["A.swift": probe, "B.swift": "struct Sleep: App { }\n"], "B.swift",
        "@main struct Sleep: App { }\n"),
      Change(
        "the setter of a wrapper",
        ["A.swift": "struct S { @Kept(key: \"auth_token\") var mark: String }\n", "B.swift": wrapper("vault")],
        "B.swift", wrapper("UserDefaults.standard")),
      Change(
        "a wrapper that was not there",
        ["A.swift": "struct S { @Kept(key: \"auth_token\") var mark: String }\n", "B.swift": "let a = 1\n"],
        "B.swift", wrapper("UserDefaults.standard")),
      Change(
        "a protocol that the store fits",
        [
          "A.swift": """
          protocol Shelf { func set(_ v: Any?, forKey k: String) }
          func f(_ shelf: Shelf, _ token: String) { shelf.set(token, forKey: "k") }
          """,
          "B.swift": "func g(_ t: String) { f(UserDefaults.standard, t) }\n",
        ], "B.swift", "extension UserDefaults: Shelf { }\nfunc g(_ t: String) { f(UserDefaults.standard, t) }\n"),
      Change(
        "Kotlin, the setter of a delegate",
        [
          "A.kt": "class S(p: SharedPreferences) { var mark by Kept(p, \"auth_token\") }\n",
          "B.kt": delegate("keep(v)"),
        ],
        "B.kt", delegate("p.edit().putString(key, v).apply()")),
    ]
  }
#endif
