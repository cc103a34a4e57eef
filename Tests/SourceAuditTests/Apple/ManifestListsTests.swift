#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Property lists that manifests of Tuist write in place of files.
  @Suite struct ManifestListsTests {
    private static func report(_ files: [(String, String)]) -> AuditReport {
      Audit().run(
        SourceTree(files: files.map { SourceText(path: $0.0, text: $0.1) }), policy: RuleExamplesTests.policy)
    }

    private static let helper = ManifestWriting.helperPath
    private static let head = ManifestWriting.head

    @Test(arguments: ManifestWriting.all)
    func `A flaw in a list that a manifest writes is found at its key, however it is written`(writing: ManifestWriting)
    {
      let found = Self.report(writing.files).findings.filter { $0.rule == "debuggable-entitlement" }
      #expect(found.map { "\($0.file):\($0.line)" } == writing.places)
    }

    @Test func `A dictionary of code that is no manifest is no list`() {
      #expect(Self.report([("Sources/A.swift", "let list = [\"get-task-allow\": true]")]).findings.isEmpty)
    }

    @Test func `Each rule about lists sees the list of a manifest, at the line of the key`() {
      let manifest = """
        import ProjectDescription
        let app = Target.target(
          name: "App", destinations: .iOS, product: .app, bundleId: "com.a.app",
          infoPlist: .extendingDefault(with: [
            "UIFileSharingEnabled": true,
            "FirebaseAnalyticsCollectionEnabled": .boolean(true),
            "CFBundleURLTypes": .array([.dictionary(["CFBundleURLSchemes": .array([.string("nap")])])]),
            "UIBackgroundModes": ["location"],
            "NSCameraUsageDescription": " ",
            "NSAppTransportSecurity": [
              "NSPinnedDomains": ["api.a.app": [
                "NSPinnedCAIdentities": [["SPKI-SHA256-BASE64": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]]]],
              "NSExceptionDomains": ["b.app": ["NSExceptionMinimumTLSVersion": "TLSv1.0"]],
            ],
            "ClientSecret": .string("9f8Ab3kQ7xZ2mN5pL0rT"),
          ]),
          resources: .resources(["R/**"], privacyManifest: .privacyManifest(
            tracking: true, trackingDomains: [], collectedDataTypes: [], accessedApiTypes: [
              ["NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryDiskSpace"]])),
          entitlements: .dictionary([
            "com.apple.developer.associated-domains": ["webcredentials:*.a.app"],
            "keychain-access-groups": ["$(AppIdentifierPrefix)*"],
            "com.apple.developer.default-data-protection": "NSFileProtectionNone",
            "com.apple.security.cs.allow-jit": true,
          ]))
        """
      let code = """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.scheme == "nap", url.host == "join" else { return false }
          return join(url.lastPathComponent)
        }
        """
      let report = Self.report([("Project.swift", manifest), ("Sources/A.swift", code)])
      let found = report.findings.filter { $0.file == "Project.swift" }.map { "\($0.rule):\($0.line)" }
      #expect(
        Set(found) == [
          "app-category:4", "shared-documents:5", "analytics-switched-on:6", "custom-url-scheme:7",
          "unused-background-mode:8", "missing-usage-description:9", "pins-in-info-plist:11",
          "transport-security-exception:13", "secret-in-property-list:15", "privacy-manifest:18", "privacy-manifest:19",
          "associated-domains:21", "shared-access-group:22", "broken-protection-class:23",
          "hardened-runtime-exception:24",
        ])
    }

    @Test func `A secret that stands as a literal in a list is said once`() {
      let manifest =
        Self.head + "let t = Target(name: \"A\", infoPlist: .dictionary([\n"
        + "\"ClientSecret\": \"9f8Ab3kQ7xZ2mN5pL0rT\",\n\"ApiSecret\": .string(Keys.api)]))"
      let helper = "public enum Keys { public static let api = \"7g9Bc4lR8yA3nO6qM1sU\" }"
      let report = Self.report([("Project.swift", manifest), (Self.helper, helper)])
      #expect(
        report.findings.map { "\($0.rule) \($0.line)" } == ["hardcoded-secret 3", "secret-in-property-list 4"])
    }

    @Test func `What a function is handed elsewhere is none of a target's list`() {
      let manifest =
        Self.head + "func list(_ value: Bool) -> Entitlements { [\"get-task-allow\": .boolean(value)] }\n"
        + "let t = Target(name: \"A\", entitlements: list(false))\nlet other = list(true)"
      let findings = Self.report([("Project.swift", manifest)]).findings
      #expect(findings.filter { $0.rule == "debuggable-entitlement" }.isEmpty)
    }

    static let weights: [(String, String, FindingSeverity)] = [
      ("Project.swift", "name: \"App\", product: .app", .error),
      ("Examples/Project.swift", "name: \"App\", product: .app", .note),
      ("App/Tests/Project.swift", "name: \"App\", product: .app", .note),
      ("Project.swift", "name: \"AppDebug\", product: .app", .note),
      ("Project.swift", "name: \"Latest\", product: .app", .error),
      ("Project.swift", "name: \"App\", product: .unitTests", .note),
    ]

    @Test(arguments: weights)
    func `A list weighs what its manifest and its target weigh`(path: String, target: String, severity: FindingSeverity)
    {
      let manifest = Self.head + "let t = Target.target(\(target), entitlements: [\"get-task-allow\": true])"
      #expect(Self.report([(path, manifest)]).findings.map(\.severity) == [severity])
    }

    @Test func `A list under a name that says debug is a note`() {
      let manifest = """
        import ProjectDescription
        let debugRights: Entitlements = ["get-task-allow": true]
        let t = Target(name: "A", entitlements: debugRights)
        """
      #expect(Self.report([("Project.swift", manifest)]).findings.map(\.severity) == [.note])
    }

    private static let app = "name: \"App\", destinations: [.iPhone], product: .app, infoPlist: "

    @Test(arguments: [
      ("APP .extendingDefault(with: [\"UILaunchScreen\": [:]])", true),
      ("APP .extendingDefault(with: [\"CFBundleDisplayName\": \"A\"])", true),
      ("APP .extendingDefault(with: [\"CFBundleDisplayName\": \"\\(unheardOf)\"])", true),
      ("APP .dictionary([\"LSRequiresIPhoneOS\": true, \"CFBundlePackageType\": \"APPL\"])", true),
      ("APP .extendingDefault(with: [\"NSCameraUsageDescription\": \"To scan\"])", false),
      // Where nothing is written nothing is looked for.
      ("APP .default", false), ("APP .extendingDefault(with: [:])", false), ("APP \"A.plist\"", false),
      // Unknown keys may be the ones.
      ("APP .extendingDefault(with: [\"a\": 1].merging(unheardOf()) { $1 })", false), ("APP unheardOf()", false),
      ("name: \"Kit\", product: .framework, infoPlist: .extendingDefault(with: [\"UILaunchScreen\": [:]])", false),
      ("name: \"A\", destinations: .macOS, product: .app, infoPlist: .extendingDefault(with: [\"a\": 1])", false),
      ("APP .extendingDefault(with: [\"a\": 1]), settings: [\"INFOPLIST_KEY_NSCameraUsageDescription\": \"b\"]", false),
    ])
    func `A key is missing where the whole list is known, with what Tuist adds`(target: String, isMissing: Bool) {
      let report = Self.report([
        ("Project.swift", Self.head + "let t = Target.target(\(target.replacing("APP ", with: Self.app)))"),
        ("Sources/A.swift", "let output = AVCapturePhotoOutput()"),
      ])
      #expect(report.findings.contains { $0.rule == "missing-usage-description" } == isMissing)
    }

    @Test func `Schemes, pins and the privacy manifest of a manifest count as declared`() {
      let manifest = """
        import ProjectDescription
        let t = Target.target(
          \(Self.app).extendingDefault(with: [
            "LSApplicationQueriesSchemes": .array([.string("cydia")]),
            "LSApplicationCategoryType": "public.app-category.medical",
            "NSAppTransportSecurity": ["NSPinnedDomains": [:]],
          ]),
          resources: .resources([], privacyManifest: .privacyManifest(
            tracking: false, trackingDomains: [], collectedDataTypes: [], accessedApiTypes: [[
              "NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryUserDefaults",
              "NSPrivacyAccessedAPITypeReasons": ["CA92.1"]]])))
        """
      let code = """
        let task = URLSession.shared.dataTask(with: address)
        let isFirst = UserDefaults.standard.bool(forKey: "first")
        func isJailbroken() -> Bool { UIApplication.shared.canOpenURL(URL(string: "cydia://a")!) }
        """
      let rules = Self.report([("Project.swift", manifest), ("Sources/A.swift", code)]).findings.map(\.rule)
      let silent = ["undeclared-scheme-query", "missing-pinning", "privacy-manifest", "app-category"]
      #expect(Set(rules).isDisjoint(with: silent))
    }

    @Test func `Constants that grow, lists of themselves and functions that never end are left, and soon`() {
      let rows = (0..<40).map { "let a\($0): Plist.Value = [\"x\": a\($0 + 1), \"y\": a\($0 + 1)]\n" }
      let turns = """
        let a40: Plist.Value = a0
        func turn(_ list: [String: Plist.Value]) -> [String: Plist.Value] { turn(list.merging(list) { $1 }) }
        var own: [String: Plist.Value] = ["a": .dictionary(own)]
        let one = Target(name: "A", infoPlist: .dictionary(["x": a0]))
        let two = Target(name: "B", infoPlist: .dictionary(turn(["a": 1])))
        let three = Target(name: "C", infoPlist: .dictionary(own), entitlements: ["get-task-allow": true])
        """
      let took = ContinuousClock().measure {
        let report = Self.report([("Project.swift", Self.head + rows.joined() + turns)])
        #expect(report.incomplete.isEmpty)
      }
      #expect(took < .seconds(60))
    }
  }
#endif
