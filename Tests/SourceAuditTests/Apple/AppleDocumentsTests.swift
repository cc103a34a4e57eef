#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AppleDocumentsTests {
    private static let policy = Policy(name: "test", environments: [:])

    private func report(_ files: [(String, String)], policy: Policy = Self.policy) -> AuditReport {
      Audit().run(SourceTree(files: files.map { SourceText(path: $0.0, text: $0.1) }), policy: policy)
    }

    /// A folder with one file, which is gone afterwards.
    private func report(_ name: String, _ bytes: Data) throws -> AuditReport {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("apple-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try bytes.write(to: folder.appendingPathComponent(name))
      return Audit().run(try SourceTree.read(folder: folder.path), policy: Self.policy)
    }

    @Test("A binary property list is judged like one in XML")
    func binary() throws {
      let bytes = try PropertyListSerialization.data(
        fromPropertyList: ["get-task-allow": true, "list": [1, 2], "wide": "ü"], format: .binary, options: 0)
      let report = try report("App.entitlements", bytes)
      #expect(report.findings.map(\.rule) == ["debuggable-entitlement"] && report.findings.first?.line == 1)
      #expect(report.incomplete.isEmpty)
    }

    @Test("A binary property list that is cut is named, each time")
    func cut() throws {
      let bytes = try PropertyListSerialization.data(
        fromPropertyList: ["get-task-allow": true, "text": String(repeating: "ü", count: 200)], format: .binary,
        options: 0)
      for count in stride(from: 10, to: bytes.count, by: 50) {
        #expect(try report("App.entitlements", bytes.prefix(count)).incomplete.count == 1)
      }
    }

    @Test("A property list in UTF-16 is read")
    func wide() throws {
      let text =
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<plist version=\"1.0\"><dict>\n"
        + "<key>get-task-allow</key><true/></dict></plist>"
      var bytes = Data([0xFF, 0xFE])
      for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
      let report = try report("App.entitlements", bytes)
      #expect(report.findings.map(\.line) == [3] && report.incomplete.isEmpty)
    }

    @Test("What cannot be read is named, and the rest is judged")
    func broken() {
      let report = report([
        ("App/Info.plist", "<plist version=\"1.0\"><dict><key>a</key></dict></plist>"),
        ("App.xcodeproj/project.pbxproj", "{ objects = { <<<<<<< "),
        ("Release.xcconfig", "LD_NO_PIE = YES\n???\n"), ("Package.resolved", "{"),
      ])
      #expect(
        report.incomplete.map(\.file) == [
          "App.xcodeproj/project.pbxproj", "App/Info.plist", "Package.resolved", "Release.xcconfig",
        ])
      #expect(report.findings.map(\.rule) == ["position-dependent-code"])
    }

    private static let allowed = "<plist version=\"1.0\"><dict>\n<key>get-task-allow</key><true/></dict></plist>\n"

    @Test(
      "A document type that declares no entity never loses a property list",
      arguments: [
        "PUBLIC \"-//Apple//DTD PLIST 1.0//EN\"\n \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\"",
        "SYSTEM \"file://localhost/System/Library/DTDs/PropertyList.dtd\"", "PUBLIC \"-//Apple//DTD PLIST 1.0//EN\"",
        "", "[]", "PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" [\n<!-- none -->\n]",
        "[<!ELEMENT plist ANY>\n<!ATTLIST plist version CDATA \"1.0>\">]",
      ])
    func documentTypes(type: String) {
      let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist \(type)>\n"
      let report = report([("App.entitlements", head + Self.allowed)])
      #expect(report.findings.map(\.rule) == ["debuggable-entitlement"])
      #expect(report.findings.map(\.line) == [head.count { $0 == "\n" } + 2])
      #expect(report.incomplete.isEmpty)
    }

    @Test("Entities that grow are refused with their line and never followed; what the tags say is judged")
    func entities() {
      let rows = (0..<12).map { "<!ENTITY e\($0 + 1) \"" + String(repeating: "&e\($0);", count: 12) + "\">\n" }
      let head = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist [\n<!-- grows -->\n<!ENTITY e0 \"ClientSecret\">\n"
      let text = head + rows.joined() + "]>\n" + Self.allowed.replacing("<dict>", with: "<dict><key>&e12;</key><true/>")
      let clock = ContinuousClock()
      let took = clock.measure {
        let report = report([("App.entitlements", text)])
        #expect(report.incomplete == [AuditIncompleteness(file: "App.entitlements", cause: .notParsed, line: 4)])
        #expect(report.findings.map { "\($0.rule):\($0.line)" } == ["debuggable-entitlement:19"])
      }
      #expect(took < .seconds(30))
    }

    @Test("A property list with the marks of a merge is judged on both sides, and nothing counts as missing in it")
    func mergedList() {
      let text = """
        <plist version="1.0"><dict><key>LSRequiresIPhoneOS</key><true/>
        <<<<<<< HEAD
        <key>UIFileSharingEnabled</key><true/>
        ||||||| base
        <key>LSSupportsOpeningDocumentsInPlace</key><true/>
        =======
        <key>UISupportsDocumentBrowser</key><true/>
        >>>>>>> theirs
        </dict></plist>
        """
      for end in ["\n", "\r\n"] {
        let report = report([
          ("App/Info.plist", text.replacing("\n", with: end)), ("App/A.swift", "let store = CNContactStore()"),
        ])
        #expect(report.findings.map { "\($0.rule):\($0.line)" } == ["shared-documents:3", "shared-documents:7"])
        #expect(report.incomplete == [AuditIncompleteness(file: "App/Info.plist", cause: .notParsed, line: 2)])
      }
    }

    @Test("A project of Xcode with the marks of a merge is judged on both sides")
    func mergedProject() {
      let sides = "\n<<<<<<< HEAD\nLD_NO_PIE = YES;\n=======\nENABLE_TESTABILITY = YES;\n>>>>>>> theirs\n"
      let path = "App.xcodeproj/project.pbxproj"
      let report = report([(path, Self.project("", sides))])
      let found = report.findings.map { "\($0.rule):\($0.line)" }
      #expect(found == ["position-dependent-code:11", "release-testability:13"])
      #expect(report.incomplete == [AuditIncompleteness(file: path, cause: .notParsed, line: 10)])
    }

    private static func project(_ shared: String, _ target: String, file: String = "") -> String {
      """
      { objects = {
      P = { isa = PBXProject; buildConfigurationList = L; targets = (T); };
      L = { isa = XCConfigurationList; buildConfigurations = (S); };
      S = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(shared) }; };
      T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
        buildConfigurationList = C; };
      C = { isa = XCConfigurationList; buildConfigurations = (R); };
      R = { isa = XCBuildConfiguration; name = Release; \(file)
      buildSettings = { \(target) }; };
      F = { isa = PBXFileReference; path = Config/App.xcconfig; };
      }; rootObject = P; }
      """
    }

    @Test("A target inherits from its project, and what it sets itself wins")
    func inheritance() {
      let path = "App.xcodeproj/project.pbxproj"
      #expect(report([(path, Self.project("ENABLE_TESTABILITY = YES;", ""))]).findings.map(\.line) == [4])
      #expect(
        report([(path, Self.project("ENABLE_TESTABILITY = YES;", "ENABLE_TESTABILITY = NO;"))]).findings.isEmpty)
      let inherited = "GCC_PREPROCESSOR_DEFINITIONS = ("
      let both = report([
        (path, Self.project(inherited + "\"DEBUG=1\");", inherited + "\"$(inherited)\", \"A=1\");"))
      ])
      #expect(both.findings.map(\.line) == [4])
      #expect(report([(path, Self.project(inherited + "\"DEBUG=1\");", inherited + "\"A=1\");"))]).findings.isEmpty)
    }

    @Test("A settings file that the project names is judged where it is written, through its includes")
    func settingsFiles() {
      let project = Self.project("", "", file: "baseConfigurationReference = F;")
      let report = report([
        ("ios/App.xcodeproj/project.pbxproj", project),
        ("ios/Config/App.xcconfig", "#include \"../Shared/Base.xcconfig\"\n#include? \"App.xcconfig\"\n"),
        (
          "ios/Shared/Base.xcconfig",
          "// shared\nSTRIP_INSTALLED_PRODUCT = NO\nENABLE_TESTABILITY[config=Debug] = YES\n"
        ),
      ])
      #expect(report.findings.map { "\($0.file):\($0.line)" } == ["ios/Shared/Base.xcconfig:2"])
    }

    @Test("Settings files that include each other end")
    func circle() {
      let report = report([
        ("A.xcconfig", "#include \"B.xcconfig\"\nLD_NO_PIE = YES\n"), ("B.xcconfig", "#include \"A.xcconfig\"\n"),
        ("C.xcconfig", String(repeating: "#include \"C.xcconfig\"\n", count: 300)),
      ])
      #expect(report.incomplete.isEmpty)
    }

    @Test("Pins that differ from the policy's are an error, the policy's own are a control")
    func pins() {
      var policy = Self.policy
      let pin = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      let spare = "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB="
      func list(_ pins: [String]) -> String {
        let dicts = pins.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }.joined()
        return "<plist version=\"1.0\"><dict><key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>\n"
          + "<key>api.a.app</key><dict><key>NSPinnedCAIdentities</key><array>\(dicts)</array></dict></dict></dict></dict>"
          + "</plist>"
      }
      for name in EnvironmentName.allCases.prefix(1) {
        policy.environments[name] = EnvironmentRequirement(
          endpoint: "https://api.a.app:8443", pins: [pin, spare], tokenKeys: [], loginKey: "")
      }
      let good = report([("App/Info.plist", list([pin, spare]))], policy: policy)
      #expect(good.findings.isEmpty && good.controls.map(\.rule) == ["pins-in-info-plist"])
      let other = list(["CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC=", "DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD="])
      #expect(report([("App/Info.plist", other)], policy: policy).findings.map(\.severity) == [.error])
    }
  }
#endif
