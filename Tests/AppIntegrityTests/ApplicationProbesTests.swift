import AppIntegrity
import Foundation
import SecurityPolicy
import Testing
import TrustWire

@Suite("The catalogue's probes of an app's platform")
struct ApplicationProbesTests {
  /// A phone as an app in its sandbox sees it.
  private struct Phone: ApplicationFacts {
    /// What every untouched phone has, also where lists of other tools call it a trace.
    var files: Set<String> = [
      "/System/Library/Frameworks/", "/usr/lib/system/", "/bin/sh", "/dev/ptmx", "/etc/ssh/sshd_config",
      "/var/log/syslog", "./SC_Info", "/cores", "/cores/",
    ]
    var symlinks: Set<String> = []
    var refused: Set<String> = ["/var/jb"]
    var declared: Set<String> = ["sileo", "zbra", "filza"]
    var schemes: Set<String> = ["apple-magnifier"]
    var images = [
      "/System/Library/Frameworks/UIKit.framework/UIKit", "/usr/lib/libobjc.A.dylib",
      "<bundle>/Friday", "<bundle>/Frameworks/Liberty.framework/Liberty",
      "<bundle>/Frameworks/UnsubscribeKit.framework/UnsubscribeKit",
    ]
    var environment: Set<String> = []
    var ports: Set<UInt16> = []

    /// As the systems differ: cryptexes hold a part of the system from 16 on, and from 17 on what Xcode brings lies in a
    /// folder of the system.
    static func stock(major: Int) -> Phone {
      var phone = Phone()
      if major >= 16 {
        phone.images += [
          "/private/preboot/Cryptexes/OS/System/Library/Frameworks/WebKit.framework/WebKit",
          "/private/preboot/Cryptexes/OS/usr/lib/libobjc-trampolines.dylib",
        ]
      }
      phone.images.append(
        (major >= 17 ? "/System/Developer" : "/Developer") + "/usr/lib/libMainThreadChecker.dylib")
      return phone
    }

    func answer(_ question: ProbeQuestion) -> ProbeAnswer {
      switch question {
      case .file(let path), .bundleFile(let path):
        files.contains(path) ? .present : refused.contains(path) ? .unavailable(1) : .absent
      case .symlink(let path): symlinks.contains(path) ? .present : .absent
      case .writable: .unavailable(1)
      case .scheme(let name): !declared.contains(name) ? .notDeclared : schemes.contains(name) ? .present : .absent
      case .images: .names(images)
      case .environment(let name): environment.contains(name) ? .present : .absent
      case .port(let port): ports.contains(port) ? .present : .absent
      case .type: .absent
      }
    }

    func signals(major: Int = 26) -> [Signal] { ApplicationProbes(facts: self, major: major).signals() }
    func detected(major: Int = 26) -> Set<String> {
      Set(signals(major: major).filter { $0.observation == .detected }.map(\.probe))
    }
  }

  private static func fails(_ verdict: Verdict) -> Bool {
    if case .fails = verdict { true } else { false }
  }

  @Test("An untouched phone of every system shows nothing, whatever its apps are called", arguments: 15...27)
  func stock(major: Int) {
    let phone = Phone.stock(major: major)
    #expect(phone.detected(major: major).isEmpty)
    let assessment = Assessment(phone.signals(major: major))
    #expect(assessment.rooted == .holds)
    #expect(assessment.hooked == .holds)
  }

  @Test(
    "Each kind of jailbreak is seen",
    arguments: [
      ("Dopamine, rootless", ["/var/jb/.installed_dopamine"], ["/var/jb"], []),
      ("palera1n", ["/cores/binpack", "/cores/jbloader"], ["/var/jb"], []),
      ("RootHide", ["./.jbroot"], [], ["/x/systemhook-0123456789ABCDEF.dylib"]),
      ("tweaks", ["/usr/lib/TweakInject"], [], ["/var/jb/usr/lib/TweakInject.dylib"]),
      ("injected library", [], [], ["/private/var/tmp/frida-x1.dylib"]),
    ] as [(String, [String], [String], [String])])
  func jailbroken(name: String, files: [String], links: [String], images: [String]) {
    var phone = Phone()
    phone.refused = []
    phone.files.formUnion(files)
    phone.symlinks.formUnion(links)
    phone.images += images
    let assessment = Assessment(phone.signals())
    #expect(Self.fails(assessment.rooted) || Self.fails(assessment.hooked), "\(name): \(phone.detected())")
  }

  @Test(
    "An overlay that switches everything off leaves a jailbreak, an injected tool, a debugger and another signer",
    arguments: [
      ("/var/jb", nil, nil, "rooted"), (nil, "/usr/lib/frida-agent.dylib", nil, "hooked"),
      (nil, nil, "debug.traced", "debugged"), (nil, nil, "appIntegrity.team", "hooked"),
      (nil, nil, "appIntegrity.bundle", "hooked"),
    ] as [(String?, String?, String?, String)])
  func floor(link: String?, image: String?, own: String?, question: String) {
    var phone = Phone.stock(major: 26)
    if let link { phone.symlinks.insert(link) }
    if let image { phone.images.append(image) }
    // Those that need more than a row of the catalogue see what AppleSignals would.
    let category = own?.hasPrefix("debug.") == true ? ThreatCategory.debug : .appIntegrity
    let found = own.map {
      Signal(probe: $0, category: category, strength: .strong, family: .signing, observation: .detected)
    }
    let signals = phone.signals() + (found.map { [$0] } ?? [])
    let off = Dictionary(signals.map { ($0.probe, ProbeOverlay.Change.off) }) { first, _ in first }
    let (left, effect) = OverlayFloor.builtIn.apply(
      ProbeOverlay(number: 1, issuedAt: 0, expiresAt: 1, changes: off), to: signals)
    #expect(effect.switchedOff.contains("privilegedAccess.ports"))
    let assessment = Assessment(left)
    let verdicts = [
      "rooted": assessment.rooted, "hooked": assessment.hooked, "debugged": assessment.debugged,
    ]
    #expect(verdicts[question].map(Self.fails) == true)
  }

  @Test("An app that TrollStore installed is repackaged, not jailbroken")
  func trollStore() {
    var phone = Phone()
    phone.files.insert("../_TrollStore")
    #expect(phone.detected(major: 16) == ["appIntegrity.bundleMarkers"])
    #expect(Assessment(phone.signals(major: 16)).rooted == .holds)
  }

  @Test("A name is matched whole: sixteen hexadecimal digits and nothing else")
  func imageNames() {
    var phone = Phone()
    for honest in [
      "systemhook-app.dylib", "systemhook-0123456789ABCDEFF.dylib", "MyTweakInject.dylib", "libhooker.dylib2",
    ] {
      phone.images = ["<bundle>/\(honest)"]
      #expect(phone.detected().isEmpty, "\(honest)")
    }
    phone.images = ["<bundle>/systemhook-0123456789abcdef.dylib"]
    #expect(phone.detected() == ["hooks.images"])
  }

  @Test("A scheme that is not declared is not taken for absent")
  func undeclared() throws {
    var phone = Phone()
    phone.declared = []
    let signal = try #require(phone.signals().first { $0.probe == "privilegedAccess.schemes" })
    #expect(signal.observation == .unavailable)
    #expect(signal.evidence.contains("not allowed to ask: add <string>sileo</string>"))
    phone.declared = ["sileo"]
    phone.schemes = ["sileo"]
    let found = try #require(phone.signals().first { $0.probe == "privilegedAccess.schemes" })
    #expect(found.observation == .detected)
    #expect(found.strength == .medium)
    #expect(found.evidence == ["scheme sileo"])
  }

  @Test("A probe that was refused everywhere could not look")
  func refusedEverywhere() throws {
    struct Closed: ApplicationFacts {
      func answer(_ question: ProbeQuestion) -> ProbeAnswer { .unavailable(1) }
    }
    let signals = ApplicationProbes(facts: Closed()).signals()
    #expect(!signals.isEmpty)
    #expect(signals.allSatisfy { $0.observation == .unavailable })
    #expect(Assessment(signals).overall != .holds)
  }

  @Test("A probe that was refused in part is clean and says where, in an earlier check of a report as well")
  func refusedInPart() throws {
    let phone = Phone()
    let note = "could not look: file /var/jb, error 1"
    let signals = phone.signals()
    let files = try #require(signals.first { $0.evidence.contains(note) })
    #expect(files.observation == .clean && files.strength == .strong)
    #expect(Assessment(signals).rooted == .holds)
    let result = SecurityCheckResult(
      date: Date(timeIntervalSince1970: 1),
      system: OperatingSystem(platform: .ios, name: "iOS", version: "26", patchLevel: nil), signals: signals)
    #expect(ReportedCheck(result).condensed.signals.contains(files))
  }

  @Test("A medium value decides nothing by itself, and a strong one beside it does")
  func strengths() throws {
    var phone = Phone()
    phone.ports = [44]
    #expect(Assessment(phone.signals()).rooted == .holds)
    phone.files.insert("/var/jb/.installed_dopamine")
    phone.files.insert("/.Fugu15")
    let files = try #require(phone.signals().first { $0.probe == "privilegedAccess.files" })
    #expect(files.strength == .strong)
    #expect(Self.fails(Assessment(phone.signals()).rooted))
  }
}
