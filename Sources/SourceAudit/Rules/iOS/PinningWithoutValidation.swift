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
        """)
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
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("URLCredential") where call.argument("trust") != nil {
      guard ServerTrustLook.before(call, project) == .compared else { continue }
      record.flaw(
        manual, at: call, .warning, "The pin replaces validation: name, expiry and revocation are not looked at.")
    }
    for call in unit.calls("SecTrustGetCertificateAtIndex") {
      guard let index = call.argument(at: 1), project.integers(of: index) == [0],
        let body = call.owner.enclosingFunction
      else { continue }
      let expressions = project.expressions(in: body)
      guard
        expressions.contains(where: { $0.kind == .binary && ["==", "!="].contains($0.name) })
          || expressions.contains(where: { ["contains", "elementsEqual", "isEqual"].contains($0.calledName) }),
        expressions.contains(where: { Self.reads.contains($0.calledName) && $0 != call })
      else { continue }
      record.flaw(manual, at: call, .warning, "Only the leaf is compared; it changes with each renewal.")
    }
    for call in unit.calls("SecTrustCopyCertificateChain", "SecTrustCopyKey") {
      record.control("keys or certificates of a validated chain are compared", manual, at: call)
    }
  }
}
