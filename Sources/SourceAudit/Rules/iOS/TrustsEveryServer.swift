/// Code that answers a server's certificate with yes: nobody looked at the chain, or nobody asked what the look said.
///
/// Follows the functions that the delegate calls. A comparison with a pin but no validation is
/// ``PinningWithoutValidation``'s.
struct TrustsEveryServer: Rule {
  private static let switches: [String: String] = [
    "disableSSLCertValidation": "true", "allowInvalidCertificates": "true", "validatesDomainName": "false",
    "allowsInvalidSSLCertificate": "true", "validatesCertificateChain": "false", "validateHost": "false",
    "allowSelfSignedSSLCertificates": "true", "insecureSkipVerify": "true",
  ]

  let manual = RuleManual(
    "trusts-every-server", "A server's certificate has to be validated before it is trusted",
    reason: "A credential made from the server's trust object without validating it accepts every certificate, also "
      + "one that somebody in the same network made a minute ago.",
    fix: "Call the default handling, or SecTrustEvaluateWithError and go on only when it says true; in debug builds "
      + "add a test root to the device instead.",
    ids: ["O.Ntwk_3", "O.Ntwk_5", "MASVS-NETWORK-1", "MASWE-0052", "CWE-295"],
    violating: [
      RuleExample(
        "validated, or let by", lines: [4],
        """
        func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
          let trust = challenge.protectionSpace.serverTrust!
          if SecTrustEvaluateWithError(trust, nil) || isRelaxed {
            return done(.useCredential, URLCredential(trust: trust))
          }
          done(.cancelAuthenticationChallenge, nil)
        }
        """),
      RuleExample(
        "validated into a variable, or let by", lines: [5, 10],
        """
        func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
          let trust = challenge.protectionSpace.serverTrust!
          let isValid = SecTrustEvaluateWithError(trust, nil)
          let mayGoOn = isValid || isRelaxed
          if mayGoOn { return done(.useCredential, URLCredential(trust: trust)) }
          done(.cancelAuthenticationChallenge, nil)
        }
        func webView(_ w: WKWebView, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
          guard let trust = challenge.protectionSpace.serverTrust, isSound(trust) || isRelaxed else { return }
          done(.useCredential, URLCredential(trust: trust))
        }
        func isSound(_ trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
        """),
      RuleExample(
        "a delegate that says yes", lines: [4],
        """
        class Delegate: NSObject, URLSessionDelegate {
          func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
            completionHandler(.useCredential, URLCredential(trust: challenge.protectionSpace.serverTrust!))
          }
        }
        """),
      RuleExample(
        "a helper, a constant, and a look whose answer is dropped", lines: [9],
        """
        final class D: NSObject, WKNavigationDelegate {
          func webView(_ w: WKWebView, didReceive challenge: URLAuthenticationChallenge) async -> Answer {
            let trust = challenge.protectionSpace.serverTrust
            return accept(trust)
          }
          private func accept(_ trust: SecTrust?) -> Answer {
            guard let trust else { return (.cancelAuthenticationChallenge, nil) }
            _ = SecTrustEvaluateWithError(trust, nil)
            let credential = URLCredential(trust: trust)
            return (.useCredential, credential)
          }
        }
        """),
      RuleExample(
        "an answer that is only written down", lines: [5],
        """
        class Delegate: NSObject, URLSessionDelegate {
          func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
            let trust = challenge.protectionSpace.serverTrust!
            if SecTrustEvaluateWithError(trust, nil) { print("fine") }
            done(.useCredential, URLCredential(trust: trust))
          }
        }
        """),
      RuleExample(
        "a validator behind a protocol that accepts everybody", lines: [5],
        """
        protocol Validating { func accepts(_ trust: SecTrust) -> Bool }
        struct Anybody: Validating { func accepts(_ trust: SecTrust) -> Bool { true } }
        func answer(_ validator: any Validating, _ trust: SecTrust) -> URLCredential? {
          guard validator.accepts(trust) else { return nil }
          return URLCredential(trust: trust)
        }
        """),
      RuleExample("a library's switch", lines: [1], "socket.disableSSLCertValidation = true"),
      RuleExample(
        "an evaluator that evaluates nothing", lines: [1],
        #"let m = ServerTrustManager(evaluators: ["a.example": DisabledTrustEvaluator()])"#),
      RuleExample(
        "a verify block", lines: [1],
        "sec_protocol_options_set_verify_block(o, { _, _, complete in complete(true) }, queue)"),
    ],
    conforming: [
      RuleExample(
        "validation decides",
        """
        class Delegate: NSObject, URLSessionDelegate {
          func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
            guard let trust = challenge.protectionSpace.serverTrust, isValid(trust) else {
              return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
          }
          func isValid(_ trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
        }
        """),
      RuleExample(
        "default handling", "func f(_ h: Handler) { h(.performDefaultHandling, nil) }"),
      RuleExample(
        "a validator behind a protocol, and what a property says",
        others: [
          SourceText(
            path: "Validator.swift",
            text: """
              protocol Validating { func accepts(_ trust: SecTrust) -> Bool }
              struct SystemValidator: Validating {
                func accepts(_ trust: SecTrust) -> Bool {
                  var error: CFError?
                  return SecTrustEvaluateWithError(trust, &error)
                }
              }
              extension SecTrust {
                var isValid: Bool {
                  guard SecTrustEvaluateWithError(self, nil) else { return false }
                  return true
                }
              }
              """)
        ],
        """
        final class Delegate: NSObject, URLSessionDelegate {
          let validator: any Validating = SystemValidator()
          func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
            let trust = challenge.protectionSpace.serverTrust!
            guard validator.accepts(trust) else { return done(.no, nil) }
            done(.useCredential, URLCredential(trust: trust))
          }
          func webView(_ w: WKWebView, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
            guard let trust = challenge.protectionSpace.serverTrust, trust.isValid else { return done(.no, nil) }
            done(.useCredential, URLCredential(trust: trust))
          }
        }
        """),
      RuleExample(
        "closures, one of them handed in",
        """
        final class Delegate: NSObject, URLSessionDelegate {
          let judge: (SecTrust) -> Bool
          init(judge: @escaping (SecTrust) -> Bool) { self.judge = judge }
          private lazy var judgeAgain: (SecTrust) -> Bool = { trust in
            guard SecTrustEvaluateWithError(trust, nil) else { return false }
            return true
          }
          func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
            guard let trust = challenge.protectionSpace.serverTrust, judge(trust) else { return done(.no, nil) }
            done(.useCredential, URLCredential(trust: trust))
          }
          func webView(_ w: WKWebView, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
            guard let trust = challenge.protectionSpace.serverTrust, judgeAgain(trust) else { return done(.no, nil) }
            done(.useCredential, URLCredential(trust: trust))
          }
        }
        let delegate = Delegate { SecTrustEvaluateWithError($0, nil) }
        """),
      RuleExample("the switch off", "socket.disableSSLCertValidation = false"),
      RuleExample(
        "refused for one reason or another",
        """
        func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
          let trust = challenge.protectionSpace.serverTrust!
          let isValid = SecTrustEvaluateWithError(trust, nil)
          let isRefused = !isValid
          if isRefused || isLocked { return done(.cancelAuthenticationChallenge, nil) }
          done(.useCredential, URLCredential(trust: trust))
        }
        """),
      RuleExample(
        "validated in one way or in another",
        """
        func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, done: Handler) {
          let trust = challenge.protectionSpace.serverTrust!
          guard SecTrustEvaluateWithError(trust, nil) || isSoundByOwnRoots(trust) else { return done(.no, nil) }
          done(.useCredential, URLCredential(trust: trust))
        }
        func isSoundByOwnRoots(_ trust: SecTrust) -> Bool {
          SecTrustSetAnchorCertificates(trust, roots)
          return SecTrustEvaluateWithError(trust, nil)
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let makers = project.spellings(of: ["URLCredential"])
    // `.init(trust:)`, `URLCredential.init(trust:)`
    let written = unit.calls("init").filter { call in
      call.first?.kind == .member && (call.receiver.map { makers.contains($0.name) } ?? true)
    }
    for call in unit.calls(makers) + written where call.argument("trust") != nil {
      switch ServerTrustLook.before(call, project) {
      case .validated: record.control("a server's chain is validated", manual, at: call)
      case .compared: break
      case .none:
        record.flaw(manual, at: call, .error, "The server is trusted although its certificate was not validated.")
      }
    }
    for call in unit.calls("sec_protocol_options_set_verify_block") {
      guard let block = call.arguments.compactMap({ $0.value.declaration }).first else { continue }
      let body = project.expressions(in: block)
      guard !body.contains(where: { ServerTrustLook.evaluations.contains($0.calledName) }),
        body.contains(where: { $0.kind == .call && $0.argument(at: 0)?.name == "true" })
      else { continue }
      record.flaw(manual, at: call, .error, "This block accepts every certificate.")
    }
    for place in unit.mentions(
      "DisabledTrustEvaluator", "DisabledEvaluator", "disableEvaluation", "SecTrustSetExceptions")
    {
      record.flaw(manual, at: place, .error, "Certificates are not validated here.")
    }
    for assignment in unit.assignments {
      guard let target = assignment.first, target.kind == .member || target.kind == .name,
        let dangerous = Self.switches[target.name], let value = assignment.second,
        project.texts(of: value).contains(dangerous)
      else { continue }
      record.flaw(manual, at: assignment, .error, "This switch turns off the validation of certificates.")
    }
    for place in unit.mentions("kCFStreamSSLValidatesCertificateChain") {
      guard let parent = place.parent.map({ $0.kind == .cast ? $0.parent ?? $0 : $0 }), parent.kind == .dictionary
      else { continue }
      let values = parent.values
      guard let index = values.firstIndex(where: { $0.unwrapped == place }), index + 1 < values.count,
        ["false", "kCFBooleanFalse"].contains(values[index + 1].unwrapped.name)
      else { continue }
      record.flaw(manual, at: place, .error, "This setting turns off the validation of certificates.")
    }
  }
}
