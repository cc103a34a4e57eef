import UntrustedInput

/// The rules for one platform below `server.devices`.
extension DeviceRules {
  static let keys = [
    "rejected", "minimumVersion", "maximumVersion", "blacklistedVersions", "minimumPatch", "maximumPatch",
    "blacklistedPatches", "whenRooted", "whenHooked", "whenUndetermined", "whenBootUnverified", "minimumVendorPatch",
    "minimumBootPatch", "attestation", "origin", "observeOnly",
  ]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    rejected = try object.flag("rejected", or: rejected)
    minimumVersion = try object.value("minimumVersion", expected: Self.versionForm, Self.version)
    maximumVersion = try object.value("maximumVersion", expected: Self.versionForm, Self.version)
    try Self.check(object, "minimumVersion", minimumVersion, "maximumVersion", maximumVersion)
    blacklistedVersions = try object.list(
      "blacklistedVersions", count: 0...1000, expected: Self.versionForm, Self.version)
    minimumPatch = try object.value("minimumPatch", expected: Self.patchForm) { DottedVersion($0) }
    maximumPatch = try object.value("maximumPatch", expected: Self.patchForm) { DottedVersion($0) }
    try Self.check(object, "minimumPatch", minimumPatch, "maximumPatch", maximumPatch)
    blacklistedPatches = try object.list("blacklistedPatches", count: 0...1000, expected: Self.patchForm) {
      DottedVersion($0)
    }
    whenRooted = try object.word("whenRooted", or: whenRooted)
    whenHooked = try object.word("whenHooked", or: whenHooked)
    whenUndetermined = try object.word("whenUndetermined", or: whenUndetermined)
    whenBootUnverified = try object.word("whenBootUnverified", or: whenBootUnverified)
    minimumVendorPatch = try object.value("minimumVendorPatch", expected: Self.patchForm) { DottedVersion($0) }
    minimumBootPatch = try object.value("minimumBootPatch", expected: Self.patchForm) { DottedVersion($0) }
    attestation = try object.word("attestation", or: attestation)
    if let origin = try object.object("origin", keys: AppOrigin.keys) { self.origin = try AppOrigin(reading: origin) }
    observeOnly = try object.list(
      "observeOnly", count: 0...DecisionCode.allCases.count,
      expected: "a decision code such as osPatchTooLow or OS_PATCH_TOO_LOW"
    ) { DecisionCode(policyWord: $0) }
  }

  private static let versionForm = "a version such as 18.4"
  private static let patchForm = "a patch level such as 2025-08-05 or 6.1.0-37-amd64"

  /// A rule must not say less than it seems to: `18.x` would compare as 18.
  private static func version(_ text: String) -> DottedVersion? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ UInt32($0) != nil && $0.utf8.first != UInt8(ascii: "+") }) else { return nil }
    return DottedVersion(text)
  }

  private static func check(
    _ object: PolicyReader, _ low: String, _ minimum: DottedVersion?, _ high: String, _ maximum: DottedVersion?
  ) throws(PolicyError) {
    guard let minimum, let maximum, minimum > maximum else { return }
    throw .contradiction(.minimumAboveMaximum, path: object.path, at: object.place(low, high))
  }

  var json: JSONNode {
    var members = [JSONMember("rejected", JSONNode(.bool(rejected)))]
    func add(_ name: String, _ version: DottedVersion?) {
      if let version { members.append(JSONMember(name, .string(version.description))) }
    }
    func add(_ name: String, _ versions: [DottedVersion]) {
      members.append(JSONMember(name, .strings(versions.map(\.description))))
    }
    add("minimumVersion", minimumVersion)
    add("maximumVersion", maximumVersion)
    add("blacklistedVersions", blacklistedVersions)
    add("minimumPatch", minimumPatch)
    add("maximumPatch", maximumPatch)
    add("blacklistedPatches", blacklistedPatches)
    members.append(JSONMember("whenRooted", .string(whenRooted.rawValue)))
    members.append(JSONMember("whenHooked", .string(whenHooked.rawValue)))
    members.append(JSONMember("whenUndetermined", .string(whenUndetermined.rawValue)))
    members.append(JSONMember("whenBootUnverified", .string(whenBootUnverified.rawValue)))
    add("minimumVendorPatch", minimumVendorPatch)
    add("minimumBootPatch", minimumBootPatch)
    members.append(JSONMember("attestation", .string(attestation.rawValue)))
    members.append(JSONMember("origin", origin.json))
    members.append(JSONMember("observeOnly", .strings(observeOnly.map(\.rawValue))))
    return JSONNode(.object(members))
  }
}
