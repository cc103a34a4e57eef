import SecurityPolicy
import UntrustedInput

/// An app that talks to servers and pins none of their keys: said once, at the first place that talks.
struct MissingPinning: ProjectRule {
  private static let pins =
    ChainComparison.reads + ChainComparison.readsOfOne
    + ["TrustKit", "SecTrustSetAnchorCertificates", "kTSKPublicKeyHashes"]
  /// What pins where somebody takes it.
  private static let pinners = PinningWithoutValidation.evaluators + ["CertificatePinner"]
  private static let modules: Set<String> = ["Mantlet", "NetworkTrust", "AppleTransport", "TrustKit"]

  let manual = RuleManual(
    "missing-pinning", "The app pins the keys of its own servers",
    reason: "Without pins every authority that the system trusts can speak for the app's servers, one that a company "
      + "or an attacker installed on the device included.",
    fix: "Pin the public keys, with one in reserve, by NSPinnedDomains in Info.plist or in the session's delegate.",
    ids: ["O.Ntwk_4", "MASVS-NETWORK-2", "MASWE-0047", "MASTG-TEST-0244", "CWE-295"],
    violating: [
      RuleExample(
        "a session and no pin", lines: [1],
        #"let t = URLSession.shared.dataTask(with: URL(string: "https://api.sleep.app")!)"#),
      RuleExample(
        "an evaluator that no session takes", lines: [2],
        """
        private let evaluator = PublicKeysTrustEvaluator()
        let t = URLSession.shared.dataTask(with: URL(string: "https://api.sleep.app")!)
        """),
    ],
    conforming: [
      RuleExample(
        "pins in Info.plist",
        others: [
          SourceText(
            path: "Info.plist",
            text: plist(
              "<key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict></dict></dict>"))
        ], "let t = URLSession.shared.dataTask(with: address)"),
      RuleExample(
        "an evaluator of a session",
        """
        private let evaluators = ["api.sleep.app": PublicKeysTrustEvaluator()]
        let session = Session(serverTrustManager: ServerTrustManager(evaluators: evaluators))
        let t = URLSession.shared.dataTask(with: address)
        """),
      RuleExample(
        "pins in Objective-C",
        others: [
          SourceText(
            path: "Pins.m",
            text: "NSData *key(SecTrustRef trust) { return CFBridgingRelease(SecTrustCopyKey(trust)); }")
        ], "let t = URLSession.shared.dataTask(with: address)"),
      RuleExample("no network", "let t = file.read()"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    var first: Expression?
    for unit in project.units where unit.isOfApple && unit.role == .app {
      guard unit.mentions(Self.pins).isEmpty, !unit.imports.contains(where: Self.modules.contains),
        !unit.calls(Self.pinners).contains(where: { project.isTaken($0) })
      else { return }
      if first == nil, unit.language == .swift {
        first = unit.mentions("URLSession", "AF").first { place in
          place.parent.map {
            $0.kind == .member && ["shared", "request", "download"].contains($0.name) || $0.kind == .call
          }
            ?? false
        }
      }
    }
    guard let first, !project.hidesKeys, !project.propertyLists.contains(where: { Self.pinsDomains($0.root) }) else {
      return
    }
    let isAsked = project.policy.environments.values.contains { !$0.pins.isEmpty }
    record.flaw(
      manual, at: first, isAsked ? .warning : .note,
      isAsked
        ? "The app talks to servers and pins no key; the policy's environments name pins."
        : "The app talks to servers and pins no key.", confidence: .medium)
  }

  private static func pinsDomains(_ list: PropertyListNode) -> Bool {
    list.everyMember.contains { $0.member.name == "NSPinnedDomains" }
  }
}
