/// Where code of one kind belongs in a project of a platform. The rule about misplaced code and the guide for agents
/// are made from this one value, so that they cannot disagree.
package struct ProjectLayout: Sendable {
  /// A kind of code with one home.
  struct Layer: Sendable {
    /// What it is, in a few words.
    let what: String
    /// Names that only code of this kind mentions.
    let names: [String]
    /// Folders, lower case, in which it belongs.
    let home: Set<String>
    /// The home as people write it.
    let homeText: String
  }

  package let platform: String
  /// The folders as a tree, for people.
  package let tree: String
  /// All of these folders, lower case, mean that a project follows the layout.
  let signs: Set<String>
  let layers: [Layer]
  let languages: Set<SourceLanguage>

  static let all = [apple, android]

  static let apple = ProjectLayout(
    platform: "iOS",
    tree: """
      App/
      ├── App.swift            entry point
      ├── Features/
      │   └── <Feature>/
      │       ├── Views/       what is seen; no network, no storage
      │       ├── ViewModels/  state and what happens on a tap
      │       └── Services/    what the feature asks the server for
      ├── Core/
      │   ├── Networking/      sessions, requests, pinning
      │   ├── Storage/         databases, files, preferences
      │   └── Security/        keychain, keys, biometrics
      ├── Shared/
      │   ├── Components/
      │   └── Extensions/
      └── Resources/
      """,
    signs: ["features", "core"],
    layers: [
      Layer(
        what: "Network code", names: ["URLSession", "URLRequest", "NWConnection", "URLSessionConfiguration"],
        home: ["networking", "network", "services", "security", "api"], homeText: "Core/Networking or Services"),
      Layer(
        what: "Keychain code", names: ["SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete"],
        home: ["security", "storage", "keychain"], homeText: "Core/Security or Core/Storage"),
      Layer(
        what: "Database code",
        names: ["NSPersistentContainer", "sqlite3_open", "sqlite3_open_v2", "sqlite3_prepare_v2", "DatabaseQueue"],
        home: ["storage", "persistence", "database", "security"], homeText: "Core/Storage"),
    ],
    languages: [.swift])

  static let android = ProjectLayout(
    platform: "Android",
    tree: """
      app/src/main/
      ├── java/com/yourapp/
      │   ├── di/              dependency injection
      │   ├── data/
      │   │   ├── local/       Room, preferences, key store
      │   │   ├── remote/      Retrofit, API
      │   │   └── repository/
      │   ├── domain/
      │   │   ├── model/
      │   │   └── usecase/
      │   └── presentation/
      │       ├── ui/          what is seen; no network, no storage
      │       └── viewmodel/
      └── res/
      """,
    signs: ["data", "domain", "presentation"],
    layers: [
      Layer(
        what: "Network code", names: ["OkHttpClient", "Retrofit", "HttpURLConnection", "HttpsURLConnection"],
        home: ["remote", "network", "api", "di"], homeText: "data/remote"),
      Layer(
        what: "Storage code",
        names: ["getSharedPreferences", "EncryptedSharedPreferences", "databaseBuilder", "openOrCreateDatabase"],
        home: ["local", "di"], homeText: "data/local"),
      Layer(
        what: "Key store code", names: ["KeyStore", "KeyGenParameterSpec", "MasterKey"],
        home: ["local", "security", "crypto", "di"], homeText: "data/local"),
    ],
    languages: [.kotlin, .java])

  /// Whether the folders of a project follow the layout.
  func isFollowed(by paths: [String]) -> Bool {
    signs.isSubset(of: paths.reduce(into: Set<String>()) { $0.formUnion(Self.folders($1)) })
  }

  /// The names of the folders above a file, lower case.
  static func folders(_ path: String) -> [String] { path.split(separator: "/").dropLast().map { $0.lowercased() } }
}
