import SecurityPolicy

/// An app that asks for secrets and covers nothing when it goes into the background: said once, at the first place
/// that asks.
/// Source: Apple, Preparing your UI to run in the background.
struct SwitcherSnapshotOpen: ProjectRule {
  private static let covers = [
    "scenePhase", "sceneWillResignActive", "applicationWillResignActive", "sceneDidEnterBackground",
    "applicationDidEnterBackground", "willResignActiveNotification", "willDeactivateNotification",
    "didEnterBackgroundNotification", "privacySensitive", "ignoreSnapshotOnNextApplicationLaunch", "SceneWatch",
  ]

  let manual = RuleManual(
    "switcher-snapshot-open", "The app switcher shows no secrets",
    reason: "When the app goes into the background the system keeps a picture of its screen on the disk and shows it "
      + "in the app switcher.",
    fix: "Cover the windows when the scene becomes inactive (scenePhase, sceneWillResignActive) and uncover them when "
      + "it is active again.",
    ids: ["O.Plat_9", "O.Data_13", "MASVS-PLATFORM-3", "MASWE-0055", "CWE-200"],
    violating: [
      RuleExample(
        "a login and no cover", lines: [4],
        """
        @main struct Diary: App { var body: some Scene { WindowGroup { Login() } } }
        struct Login: View {
          @State private var password = ""
          var body: some View { SecureField("Password", text: $password) }
        }
        """)
    ],
    conforming: [
      RuleExample(
        "covered",
        """
        struct Login: View {
          @Environment(\\.scenePhase) private var phase
          @State private var password = ""
          var body: some View { SecureField("Password", text: $password).overlay { if phase != .active { Cover() } } }
        }
        """),
      RuleExample(
        "covered elsewhere",
        others: [
          SourceText(
            path: "Scene.swift",
            text: "class S: NSObject, UISceneDelegate { func sceneWillResignActive(_ scene: UIScene) { cover() } }")
        ], #"struct Login: View { var body: some View { SecureField("Password", text: $password) } }"#),
      RuleExample("nothing to hide", #"struct Home: View { var body: some View { Text("Hello") } }"#),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    var first: Expression?
    for unit in project.units where unit.language == .swift && unit.role == .app {
      // A delegate's method is declared, the others are mentioned.
      guard !Self.covers.contains(where: { unit.row(of: $0) != nil }) else { return }
      if first == nil {
        first = unit.calls("SecureField").first ?? unit.mentions("isSecureTextEntry").first
      }
    }
    guard let first else { return }
    record.flaw(
      manual, at: first, .note,
      "The app asks for secrets, and nothing covers its screen when it goes into the background.", confidence: .medium)
  }
}
