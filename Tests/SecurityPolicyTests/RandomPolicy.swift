import SecurityPolicy
import UntrustedInput

/// Policies that must be readable, drawn from a seed.
enum RandomPolicy {
  static func make(_ generator: inout SeededGenerator) -> Policy {
    func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func flag() -> Bool { int(0...1) == 1 }
    func sorted(_ count: Int, _ range: ClosedRange<Int>) -> [Int] { (0..<count).map { _ in int(range) }.sorted() }
    func word<Word: CaseIterable>(_ standard: Word) -> Word {
      Word.allCases.randomElement(using: &generator) ?? standard
    }
    func base64(_ text: String) -> String {
      let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      return padded.replacing("-", with: "+").replacing("_", with: "/")
    }
    func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(int(0...255)) } }

    var environments: [EnvironmentName: EnvironmentRequirement] = [:]
    for name in EnvironmentName.allCases where flag() || name == .stage {
      environments[name] = EnvironmentRequirement(
        endpoint: "https://host\(int(0...99)).example:\(int(1...65535))",
        pins: (0..<int(2...4)).map { _ in base64(Base64URL.encode(random(32))) },
        anchors: (0..<int(0...2)).map { _ in base64(Base64URL.encode([0x30] + random(int(0...40)))) },
        tokenKeys: (0..<int(1...3)).map { _ in Base64URL.encode(random(32)) },
        loginKey: PolicyText.loginKey)
    }
    for name in environments.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      environments[name]?.systemAnchors = flag()
      environments[name]?.pinning.mode = name == .prod || flag() ? .enforce : .insecureReportOnly
      environments[name]?.pinning.expires = flag() ? PolicyDay("20\(int(10...99))-0\(int(1...9))-\(int(10...28))") : nil
      let mayEnd = name != .prod && environments[name]?.pinning.expires != nil
      environments[name]?.pinning.afterExpiry = mayEnd && flag() ? .anchorsAlone : .refuse
      environments[name]?.pinning.subdomains = flag()
      environments[name]?.pinning.certificates = (0..<int(0...2)).map { _ in base64(Base64URL.encode(random(32))) }
      environments[name]?.pinning.updateKey = flag() ? Base64URL.encode(random(32)) : nil
      environments[name]?.hosts = (0..<int(0...2)).map { index in
        PinnedHostRequirement(
          host: "cdn\(index).example", pins: (0..<2).map { _ in base64(Base64URL.encode(random(32))) },
          subdomains: flag())
      }
    }
    var policy = Policy(name: ["a", "\"ü\\/", "日本"][int(0...2)], environments: environments)
    let classes = StorageRequirement.Accessibility.allCases.filter { !$0.isInsecure || environments[.prod] == nil }
    policy.storage.accessibility = classes.randomElement(using: &generator) ?? .afterFirstUnlockThisDeviceOnly
    for type in DataType.allCases where flag() {
      // Every place that the floor allows is accepted, so nothing is thrown.
      try? policy.storage.places.choose(
        StorageMap.allowed(type).randomElement(using: &generator) ?? .nowhere, for: type)
    }
    policy.storage.apiCache = .seconds(int(0...100_000))
    policy.storage.imageCache = .seconds(int(0...365) * 86400)
    policy.storage.memoryCacheObjects = int(0...1_000_000)
    policy.network.minimumTLS = word(.tls12)
    policy.network.tlsProfile = word(.tr02102)
    let timeouts = sorted(2, 1...3600)
    policy.network.requestTimeout = .seconds(timeouts[0])
    policy.network.resourceTimeout = .seconds(timeouts[1])
    let lives = sorted(3, 1...86400)
    policy.session.accessToken = .seconds(lives[0])
    policy.session.refreshToken = .seconds(lives[1])
    policy.session.maximum = .seconds(lives[2])
    policy.session.inactivity = .seconds(int(1...10) * 3600)
    policy.session.refreshFailures = int(1...100)
    let digits = sorted(2, 4...16)
    policy.session.pin.minimumDigits = digits[0]
    policy.session.pin.maximumDigits = digits[1]
    policy.session.pin.tries = int(3...20)
    policy.session.pin.triesWithoutDelay = int(1...20)
    policy.session.pin.firstDelay = .seconds(int(1...3600))
    policy.session.pin.weak = environments[.prod] == nil ? word(.refuse) : .refuse
    policy.session.background = .seconds(int(1...86400))
    policy.session.serverInactivity = .seconds(int(1...86400))
    policy.session.retryWindow = .seconds(int(1...600))
    policy.session.boundRetryWindow = .seconds(int(1...86400))
    policy.session.tokenBinding = word(.required)
    policy.session.loginEncryption = word(.required)
    policy.session.appTokenHeader = word(.mantlet)
    let intervals = sorted(2, 1...10_000)
    policy.integrity.minimumInterval = .seconds(intervals[0])
    policy.integrity.maximumInterval = .seconds(intervals[1])
    for profile in BuildProfile.allCases {
      for category in ThreatCategory.allCases where flag() {
        policy.integrity.reactions[profile, category] = word(.warn)
      }
    }
    policy.integrity.reactions.debugWhenUndetermined = word(.warn)
    policy.integrity.reactions.releaseWhenUndetermined = word(.warn)
    policy.integrity.overlayKey = flag() ? Base64URL.encode(random(32)) : nil
    policy.logging.release = environments[.prod] == nil ? word(.error) : flag() ? .error : .warning
    policy.logging.debug = word(.debug)
    if flag() {
      policy.logging.file = LogFileRequirement(
        name: "log-\(int(0...9))", bytes: int(16384...1 << 26), days: int(1...365))
    }
    policy.notifications.lockScreen = word(.template)
    policy.notifications.permission = word(.onUserAction)
    policy.notifications.push = word(.afterPermission)
    policy.webContent.origins = (0..<int(0...3)).map {
      "https://\(flag() ? "*." : "")page\($0).example\(flag() ? ":8443" : "")"
    }
    policy.webContent.javaScript = flag()
    policy.webContent.bridge = policy.webContent.javaScript && flag()
    policy.webContent.foreignLinks = word(.refuse)
    policy.webContent.outsideSchemes = WebContentRequirement.OutsideScheme.allCases.filter { _ in flag() }
    policy.webContent.inlineMedia = flag()
    policy.session.password.kinds = int(1...4)
    policy.server.unattested.admitted = flag()
    policy.server.unattested.mayLogIn = flag()
    policy.server.unattested.requestsPerMinute = int(1...100_000)
    policy.server.unattested.mayStoreRecords = flag()
    policy.server.maximumReportAge = .seconds(int(10...86400))
    policy.server.detectionMemory = .seconds(int(0...86400))
    for platform in Platform.allCases where flag() {
      var rules = DeviceRules()
      rules.rejected = flag()
      let versions = sorted(2, 1...50)
      rules.minimumVersion = flag() ? DottedVersion("\(versions[0])") : nil
      rules.maximumVersion = flag() ? DottedVersion("\(versions[1]).0.1") : nil
      rules.blacklistedVersions = (0..<int(0...3)).compactMap { DottedVersion("\($0 + 1).\(int(0...9))") }
      rules.minimumPatch = flag() ? DottedVersion("2024-0\(int(1...9))-05") : nil
      rules.maximumPatch = flag() ? DottedVersion("2026-01-05") : nil
      rules.blacklistedPatches = (0..<int(0...2)).compactMap { DottedVersion("6.\($0).0-\(int(0...9))-amd64") }
      rules.whenRooted = word(.reject)
      rules.whenHooked = word(.reject)
      rules.whenUndetermined = word(.reject)
      rules.whenBootUnverified = word(.reject)
      rules.minimumVendorPatch = flag() ? DottedVersion("2025-0\(int(1...9))") : nil
      rules.minimumBootPatch = flag() ? DottedVersion("2025-0\(int(1...9))-01") : nil
      rules.attestation = word(.required)
      rules.origin.apps = (0..<int(0...2)).map { "org.example.app\($0)" }
      rules.origin.teamIDs = (0..<int(0...2)).map { "ABCDE1234\($0)" }
      rules.origin.signingDigests = (0..<int(0...2)).map { String(repeating: "\($0)f", count: 32) }
      let categories = SigningCategory.allCases.filter { _ in flag() }
      rules.origin.categories = categories.isEmpty ? nil : categories
      rules.origin.requiresCategory = flag()
      rules.observeOnly = DecisionCode.allCases.filter { _ in flag() }
      policy.server.devices[platform] = rules
    }
    return policy
  }
}
