/// A comparison with a pinned certificate or key that stands in place of validation, and not on top of it; or that
/// looks at the leaf alone, without a pin in reserve.
struct PinningWithoutValidation: Rule {
  static let reads = Set(ChainComparison.reads + ChainComparison.readsOfOne)
  /// Evaluators of Alamofire that compare, and validate unless they are told not to.
  static let evaluators = ["PinnedCertificatesTrustEvaluator", "PublicKeysTrustEvaluator"]
  private static let validators: Set<String> = ["DefaultTrustEvaluator", "RevocationTrustEvaluator"]

  let manual = RuleManual(
    "pinning-without-validation", "A pin is a second lock, not a replacement for validation",
    reason: "Comparing bytes says nothing about name, expiry and revocation, and a stolen old leaf stays welcome. "
      + "A pin that only the leaf can match breaks with its next key, so that somebody will turn the check off.",
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
      RuleExample(
        "bytes of the leaf's key without their header", lines: [3],
        """
        func isPinned(_ trust: SecTrust) -> Bool {
          guard SecTrustEvaluateWithError(trust, nil),
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            let key = SecCertificateCopyKey(leaf), let raw = SecKeyCopyExternalRepresentation(key, nil) as Data?
          else { return false }
          return pins.contains(raw.dropFirst(26))
        }
        """),
      RuleExample(
        "an evaluator that only compares", lines: [1],
        "let evaluator = PublicKeysTrustEvaluator(performDefaultValidation: false, validateHost: true)"),
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
        "the leaf's key against a pin in use and one in reserve",
        """
        let pins: Set<String> = ["r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=", "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="]
        func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge, completionHandler done: Handler) {
          guard let trust = c.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first,
            pins.contains(digest(SecCertificateCopyKey(leaf)))
          else { return done(.cancelAuthenticationChallenge, nil) }
          done(.useCredential, URLCredential(trust: trust))
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
      RuleExample(
        "each certificate, by a number that counts up", path: "A.m",
        """
        @implementation Pins
        - (BOOL)isPinned:(SecTrustRef)trust {
          if (!SecTrustEvaluateWithError(trust, NULL)) { return NO; }
          for (CFIndex i = 0; i < SecTrustGetCertificateCount(trust); i++) {
            SecCertificateRef one = SecTrustGetCertificateAtIndex(trust, i);
            if ([self.pins containsObject:(__bridge_transfer NSData *)SecCertificateCopyData(one)]) { return YES; }
          }
          return NO;
        }
        @end
        """),
      RuleExample(
        "an evaluator that compares, beside one that validates",
        """
        let evaluator = CompositeTrustEvaluator(evaluators: [
          DefaultTrustEvaluator(), PublicKeysTrustEvaluator(performDefaultValidation: false),
        ])
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("URLCredential") where call.argument("trust") != nil {
      guard ServerTrustLook.before(call, project) == .compared else { continue }
      record.flaw(
        manual, at: call, .warning, "The pin replaces validation: name, expiry and revocation are not looked at.")
    }
    for call in unit.calls(Self.evaluators + ["pinnedCertificates", "publicKeys"]) {
      guard let asked = call.argument("performDefaultValidation"), project.texts(of: asked).contains("false"),
        !Self.isBesideValidator(call)
      else { continue }
      record.flaw(manual, at: asked, .warning, "The pin replaces validation: this evaluator looks at nothing else.")
    }
    for call in unit.calls(ChainComparison.reads) { judge(call, project, &record) }
  }

  private func judge(_ call: Expression, _ project: Project, _ record: inout AuditRecord) {
    let users = ChainUsers(project: project)
    guard let body = users.body(of: call) else { return }
    let own = project.reachable(from: body)
    let isLookedAt = ServerTrustLook.isLookedAt(in: own, project)
    // Who shares a function with others compares for itself alone.
    let groups = users.groups(of: body)
    if groups.isEmpty { judge(call, own, isValidated: isLookedAt, project, &record) }
    for (user, outer) in groups {
      judge(call, own + outer, isValidated: isLookedAt || users.isValidated(user), project, &record)
    }
  }

  private func judge(
    _ call: Expression, _ bodies: [Declaration], isValidated: Bool, _ project: Project, _ record: inout AuditRecord
  ) {
    let comparison = ChainComparison(project: project)
    let flows = comparison.flows(in: bodies)
    let here = flows.filter { $0.source == call }
    let use = AnswerUse(project: project)
    func isSound() -> Bool {
      (isValidated || Self.leavesToSystem(bodies, project)) && !Self.trustsUnseen(bodies, project)
    }
    // Beside a look at the whole chain a look at the leaf does no harm.
    if flows.allSatisfy({ $0.leaf != nil }) {
      for flow in here {
        guard let leaf = flow.leaf else { continue }
        let decides = use.decides(flow.comparison)
        // With a pin in reserve the leaf's next key is welcome too.
        if decides, comparison.isWithSpare(flow.comparison), isSound() {
          record.control("the leaf's key of a validated chain is compared with several pins", manual, at: call)
          continue
        }
        record.flaw(manual, at: leaf, .warning, decides ? Self.leafAlone : Self.idle)
      }
      return
    }
    guard here.contains(where: { $0.leaf == nil && use.decides($0.comparison) }), isSound() else { return }
    record.control("keys or certificates of a validated chain are compared", manual, at: call)
  }

  private static let leafAlone = "Only the leaf is compared: pins of its issuers count for nothing."
  private static let idle = "Only the leaf is compared, and nothing comes of the answer."

  /// `done(isPinned ? .performDefaultHandling : .cancelAuthenticationChallenge, nil)`
  private static func leavesToSystem(_ bodies: [Declaration], _ project: Project) -> Bool {
    let names = Set(bodies.flatMap { project.expressions(in: $0) }.filter { $0.kind == .member }.map(\.name))
    return names.contains("performDefaultHandling") && !names.contains("useCredential")
  }

  /// Whether something beside the evaluator validates the chain.
  private static func isBesideValidator(_ evaluator: Expression) -> Bool {
    var top = evaluator
    while let parent = top.parent {
      if ["CompositeTrustEvaluator", "composite"].contains(parent.calledName),
        parent.values.flatMap(\.values).contains(where: { validators.contains($0.calledName) })
      {
        return true
      }
      top = parent
    }
    return false
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
