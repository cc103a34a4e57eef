/// A comparison with a pinned certificate or key that stands in place of validation, and not on top of it; or that
/// looks at the leaf alone.
struct PinningWithoutValidation: Rule {
  static let reads: Set<String> = [
    "SecCertificateCopyData", "SecCertificateCopyKey", "SecTrustCopyKey", "SecTrustCopyPublicKey",
    "SecTrustGetCertificateAtIndex", "SecTrustCopyCertificateChain", "SecCertificateCopyPublicKey",
  ]

  let manual = RuleManual(
    "pinning-without-validation", "A pin is a second lock, not a replacement for validation",
    reason: "Comparing bytes says nothing about name, expiry and revocation, and a stolen old leaf stays welcome. "
      + "Looking at the leaf alone breaks with each renewal, so that somebody will turn the check off.",
    fix: "Validate with SecTrustEvaluateWithError first; then look for the SHA-256 of a pinned public key anywhere in "
      + "the validated chain, with a backup pin.",
    ids: ["O.Ntwk_4", "O.Ntwk_5", "MASVS-NETWORK-2", "MASWE-0047", "MASTG-TEST-0244", "CWE-295"],
    violating: [
      RuleExample(
        "the sample that is copied everywhere", lines: [3, 7],
        """
        func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge, completionHandler: @escaping Handler) {
          guard let trust = c.protectionSpace.serverTrust,
            let leaf = SecTrustGetCertificateAtIndex(trust, 0) else {
            return completionHandler(.cancelAuthenticationChallenge, nil)
          }
          if SecCertificateCopyData(leaf) as Data == pinned {
            completionHandler(.useCredential, URLCredential(trust: trust))
          }
        }
        """),
      RuleExample(
        "the first of the chain", lines: [3],
        """
        func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge, completionHandler done: Handler) {
          guard let trust = c.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            pins.contains(digest(SecCertificateCopyKey(leaf)))
          else { return done(.cancelAuthenticationChallenge, nil) }
          done(.useCredential, URLCredential(trust: trust))
        }
        """),
      RuleExample(
        "certificate 0 of the chain", lines: [4],
        """
        func isPinned(_ trust: SecTrust) -> Bool {
          guard SecTrustEvaluateWithError(trust, nil) else { return false }
          let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
          return SecCertificateCopyData(chain[0]) as Data == pinned
        }
        """),
      RuleExample(
        "the key of the trust object is the leaf's", lines: [2],
        """
        func isPinned(_ trust: SecTrust) -> Bool {
          guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust) else { return false }
          return pins.contains(digest(key))
        }
        """),
    ],
    conforming: [
      RuleExample(
        "validated first, keys of the whole chain",
        """
        func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge, completionHandler: @escaping Handler) {
          guard let trust = c.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
            let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
            chain.contains(where: { pins.contains(hash(SecCertificateCopyKey($0))) })
          else { return completionHandler(.cancelAuthenticationChallenge, nil) }
          completionHandler(.useCredential, URLCredential(trust: trust))
        }
        """),
      RuleExample(
        "a set of all keys of the chain",
        """
        func isPinned(_ trust: SecTrust) -> Bool {
          guard SecTrustEvaluateWithError(trust, nil) else { return false }
          let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
          let found = Set(chain.compactMap { SecCertificateCopyKey($0) }.map { digest($0) })
          return !pins.isDisjoint(with: found)
        }
        """),
      RuleExample(
        "the leaf's key first, then those of all the chain",
        """
        func isPinned(_ trust: SecTrust) -> Bool {
          guard SecTrustEvaluateWithError(trust, nil), let key = SecTrustCopyKey(trust) else { return false }
          if pins.contains(digest(key)) { return true }
          for certificate in SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? [] {
            if pins.contains(digest(SecCertificateCopyKey(certificate))) { return true }
          }
          return false
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("URLCredential") where call.argument("trust") != nil {
      guard ServerTrustLook.before(call, project) == .compared else { continue }
      record.flaw(
        manual, at: call, .warning, "The pin replaces validation: name, expiry and revocation are not looked at.")
    }
    for call in unit.calls(ChainComparison.reads) { judge(call, project, &record) }
  }

  private func judge(_ call: Expression, _ project: Project, _ record: inout AuditRecord) {
    guard let body = Self.body(of: call) else { return }
    let own = project.reachable(from: body)
    let outer = Self.users(of: body, project).map { project.reachable(from: $0, levels: 1) }
    let bodies = own + outer.flatMap { $0 }
    let flows = ChainComparison(project: project).flows(in: bodies)
    let here = flows.filter { $0.source == call }
    // Beside a look at the whole chain a look at the leaf does no harm.
    if flows.allSatisfy({ $0.leaf != nil }) {
      for leaf in here.compactMap(\.leaf) {
        record.flaw(manual, at: leaf, .warning, "Only the leaf is compared; it changes with each renewal.")
      }
      return
    }
    guard here.contains(where: { $0.leaf == nil }), !Self.trustsUnseen(bodies, project) else { return }
    let isValidated =
      ServerTrustLook.isLookedAt(in: own, project)
      || !outer.isEmpty && outer.allSatisfy { ServerTrustLook.isLookedAt(in: $0, project) }
    if isValidated { record.control("keys or certificates of a validated chain are compared", manual, at: call) }
  }

  /// The function around a call, or the outermost closure where there is none.
  private static func body(of call: Expression) -> Declaration? {
    call.owner.enclosingFunction ?? ([call.owner] + call.owner.enclosing).last { $0.kind == .closure }
  }

  /// Functions that use what a function or a computed property gives; those of a property in its file.
  private static func users(of body: Declaration, _ project: Project) -> [Declaration] {
    var places = Array(project.callers(of: body).prefix(8))
    if body.kind == .accessor, let property = body.parent, property.kind == .property {
      places += body.unit.mentions([property.name]).filter { project.declarations(of: $0).contains(property) }.prefix(8)
    }
    var users: [Declaration] = []
    for user in places.compactMap({ Self.body(of: $0) }) where user != body && !users.contains(user) {
      users.append(user)
    }
    return users
  }

  /// Whether a server is trusted that nobody validated.
  private static func trustsUnseen(_ bodies: [Declaration], _ project: Project) -> Bool {
    bodies.contains { body in
      project.expressions(in: body).contains { call in
        call.calledName == "URLCredential" && call.argument("trust") != nil
          && ServerTrustLook.before(call, project) != .validated
      }
    }
  }
}
