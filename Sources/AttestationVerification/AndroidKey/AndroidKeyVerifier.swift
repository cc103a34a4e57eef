import Crypto
import Foundation
import SecurityPolicy
import UntrustedInput

/// Verifies an Android Key Attestation, at the server.
///
/// It proves that a key lives in the hardware of a device whose maker Google certified, and what that hardware says about
/// boot state, versions and patch levels. It does not prove that the device is genuine beyond its attestation key: leaked
/// keys exist, which is what the revocation list is for. The challenge must be ours, single use and fresh: the caller's.
///
/// | rule of Google's verifier | here |
/// | --- | --- |
/// | trust by the root's public key, both roots | root |
/// | leaf's dates ignored; factory chains live beyond their dates; others must be valid | validity |
/// | the description stands in the leaf and nowhere else | noext, chain-extension |
/// | unknown tags refused; deviceLocked 0x01 is true | unknown-tag, parse |
/// | challenge | challenge, in constant time |
/// | revocation of every certificate; REVOKED and SUSPENDED | revoked |
/// | level not software and equal in both fields | securityLevel |
/// | origin GENERATED, root of trust in hardwareEnforced | origin, rootOfTrust |
///
/// Source: android/keyattestation; Android Open Source Project, "Key and ID attestation"; TR-03161-1 O.Resi_5.
public struct AndroidKeyVerifier: Sendable {
  let roots: [AttestationRoot]
  let application: AndroidApplication?
  let rules: AndroidKeyRules

  /// - Parameter application: nil leaves package and signer to the policy, which finds them in the facts.
  public init(
    application: AndroidApplication? = nil, rules: AndroidKeyRules = AndroidKeyRules(),
    roots: [AttestationRoot] = AttestationRoot.google
  ) {
    self.application = application
    self.rules = rules
    self.roots = roots
  }

  /// Verifies a chain, leaf first and root last, each certificate in DER.
  ///
  /// - Throws: ``AttestationError/refused(_:)``; ``AttestationError/undetermined(_:)`` when only the revocation list is
  ///   missing or too old.
  public func verify(
    chain: [[UInt8]], challenge: [UInt8], revocation: RevocationSource, now: Date
  ) throws(AttestationError) -> VerifiedKeyAttestation {
    var trail = AttestationTrail()
    let path = try read(chain, &trail)
    let provisioning = try follow(path, now: now.wholeSeconds, &trail)
    let description = try describe(path, &trail)
    // O.Resi_5#302
    try trail.require(
      !challenge.isEmpty && ConstantTime.areEqual(description.challenge, challenge), .challenge,
      "the key was attested for another challenge")
    try judge(revocation, of: path, now: now, &trail)
    try judge(description, &trail)
    if trail.verdict != .holds { throw .undetermined(trail) }
    return VerifiedKeyAttestation(
      facts: facts(description, leaf: path[0], provisioning: provisioning, now: now), trail: trail,
      attestationVersion: Int(description.version))
  }

  private func read(
    _ chain: [[UInt8]], _ trail: inout AttestationTrail
  ) throws(AttestationError) -> [Certificate] {
    // Three in software, four from the factory, five provisioned remotely; more than ten is nobody's.
    try trail.require((3...10).contains(chain.count), .certificates, "the chain has not three to ten certificates")
    var path: [Certificate] = []
    do {
      for bytes in chain { path.append(try Certificate(bytes)) }
    } catch {
      throw trail.refusal(.parse, Verdict.Reason("certificate \(path.count) is malformed: \(error)"))
    }
    trail.pass(.parse)
    return path
  }

  private func follow(
    _ path: [Certificate], now: Int64, _ trail: inout AttestationTrail
  ) throws(AttestationError) -> KeyProvisioning {
    // The key counts, not its certificate: Google renews that one, and devices carry old copies for life.
    let isTrusted = path.last.map { last in
      roots.contains { $0.certificate.publicKey.encoded == last.publicKey.encoded }
    }
    try trail.require(isTrusted == true, .root, "the chain does not end in a trusted root's key")
    try trail.require(AttestationTrail.namesMatch(path), .chainNames, "issuer and subject do not follow each other")
    try trail.requireAuthorities(path)
    try trail.requireSignatures(path, minimumRSABits: rules.acceptsSoftware ? 1024 : 2048)
    let provisioning = Self.provisioning(path[path.count - 2].subject)
    // The device writes the leaf's dates, and the root counts by its key.
    let isValid =
      provisioning == .factory || path.dropFirst().dropLast().allSatisfy { $0.validity.contains(now) }
    try trail.require(isValid, .validity, "a certificate is not valid at the time of verification")
    return provisioning
  }

  /// By the certificate that the root signed: nobody else can choose its name.
  private static func provisioning(_ name: DERElement) -> KeyProvisioning {
    var isNumbered = false
    var texts: Set<String> = []
    for set in (try? name.children(.sequence)) ?? [] {
      for attribute in (try? set.children(.set)) ?? [] {
        guard let parts = try? attribute.children(.sequence), parts.count == 2 else { continue }
        isNumbered = isNumbered || (try? parts[0].objectIdentifier()) == ObjectIdentifiers.serialNumber
        texts.insert(String(decoding: parts[1].content, as: UTF8.self))
      }
    }
    if isNumbered { return .factory }
    return texts.contains("Google LLC") && texts.contains { $0.hasPrefix("Droid CA") } ? .remote : .unknown
  }

  private func describe(
    _ path: [Certificate], _ trail: inout AttestationTrail
  ) throws(AttestationError) -> KeyDescription {
    guard let value = path[0].extensions[ObjectIdentifiers.keyDescription]?.value else {
      throw trail.refusal(.keyDescription, "the leaf carries no key description")
    }
    trail.pass(.keyDescription)
    let isAlone = path.dropFirst().allSatisfy { $0.extensions[ObjectIdentifiers.keyDescription] == nil }
    try trail.require(isAlone, .chainExtension, "an attested key signed a certificate below itself")
    let description: KeyDescription
    do {
      description = try KeyDescription(value)
    } catch {
      throw trail.refusal(.parse, Verdict.Reason("the key description is malformed: \(error)"))
    }
    let lists = [description.software, description.hardware]
    try trail.require(!lists.contains { $0.hasUnknownTag }, .unknownTag, "a tag in the key description is unknown")
    if rules.requiresOrderedTags, !lists.allSatisfy(\.isOrdered) {
      throw trail.refusal(.parse, "the tags of the key description are not in order")
    }
    return description
  }

  private func judge(
    _ source: RevocationSource, of path: [Certificate], now: Date, _ trail: inout AttestationTrail
  ) throws(AttestationError) {
    switch source {
    case .insecureNotConsulted: return
    case .unavailable: trail.doubt(.revocation, "no revocation list could be read")
    case .list(let list, let maximumAge):
      // What an old list says is still true; what it does not say may have changed.
      let isRevoked = path.contains { list.contains($0.serial) }
      if isRevoked { throw trail.refusal(.revocation, "a certificate of the chain is revoked or suspended") }
      guard now.timeIntervalSince(list.fetchedAt) <= maximumAge else {
        trail.doubt(.revocation, "the revocation list is too old")
        return
      }
      trail.pass(.revocation)
    }
  }

  private func judge(
    _ description: KeyDescription, _ trail: inout AttestationTrail
  ) throws(AttestationError) {
    if !rules.acceptsSoftware {
      let level = description.securityLevel
      try trail.require(
        level == description.keyMintSecurityLevel && level >= max(rules.minimumSecurityLevel, .trustedEnvironment),
        .securityLevel, "the key or the statement about it is not in hardware of the level asked for")
      // 0 is GENERATED; a key that was imported is known to somebody else.
      try trail.require(description.hardware.origin == 0, .origin, "the key was not made in the hardware")
      try trail.require(
        description.hardware.rootOfTrust != nil, .rootOfTrust, "the hardware does not state a root of trust")
    }
    guard let application else { return }
    let attested = description.software.application ?? description.hardware.application
    let digests = attested?.digests ?? []
    let isOurs =
      attested?.packages.contains { $0.name == application.package } == true
      && (application.signingDigests.isEmpty
        || !digests.isEmpty && digests.allSatisfy(application.signingDigests.contains))
    try trail.require(isOurs, .application, "the key belongs to another app or to a repackaged one")
  }

  private func facts(
    _ description: KeyDescription, leaf: Certificate, provisioning: KeyProvisioning, now: Date
  ) -> AttestedFacts {
    let hardware = description.hardware
    let application = description.software.application ?? hardware.application
    var facts = AttestedFacts(source: .androidKey, verifiedAt: now)
    facts.appIdentifiers = application?.packages.map(\.name) ?? []
    facts.appSigningDigests = application?.digests ?? []
    facts.appVersion = application?.packages.first.map { String($0.version) }
    facts.osVersion = hardware.osVersion.flatMap {
      $0 > 0 ? "\($0 / 10_000).\($0 / 100 % 100).\($0 % 100)" : nil
    }
    facts.osPatchLevel = hardware.osPatch.flatMap { PatchLevel(number: $0) }
    facts.vendorPatchLevel = hardware.vendorPatch.flatMap { PatchLevel(number: $0) }
    facts.bootPatchLevel = hardware.bootPatch.flatMap { PatchLevel(number: $0) }
    facts.bootState = hardware.rootOfTrust?.state
    facts.isBootloaderLocked = hardware.rootOfTrust?.isLocked
    facts.securityLevel = min(description.securityLevel, description.keyMintSecurityLevel)
    facts.provisioning = provisioning
    facts.keyID = Array(SHA256.hash(data: Array(leaf.publicKey.encoded)))
    facts.publicKey = Array(leaf.publicKey.encoded)
    return facts
  }
}
