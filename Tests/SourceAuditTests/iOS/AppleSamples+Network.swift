#if Audit
  extension AppleSample {
    private static let method =
      "func urlSession(_ s: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping Handler)"
    static let network: [AppleSample] = [
      AppleSample(
        "trusts-every-server", "a delegate for a test server",
        """
        final class Delegate: NSObject, URLSessionDelegate {
          \(method) {
            guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
              let trust = challenge.protectionSpace.serverTrust
            else { return completionHandler(.performDefaultHandling, nil) }
            completionHandler(.useCredential, URLCredential(trust: trust)) //!
          }
        }
        """,
        repaired: """
          final class Delegate: NSObject, URLSessionDelegate {
            \(method) {
              var error: CFError?
              guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, &error) else {
                return completionHandler(.cancelAuthenticationChallenge, nil)
              }
              completionHandler(.useCredential, URLCredential(trust: trust))
            }
          }
          """,
        rewrites: [
          "extension Api: URLSessionDelegate { \(method) {\n challenge.protectionSpace.serverTrust.map { trust in completionHandler(.useCredential, URLCredential(trust: trust)) } } } //!",
          "func answer(_ trust: SecTrust) -> URLCredential { URLCredential(trust: trust) } //!\nclass D: NSObject { \(method) { completionHandler(.useCredential, answer(challenge.protectionSpace.serverTrust!)) } }",
          "class D: NSObject { func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {\n  (.useCredential, .init(trust: c.protectionSpace.serverTrust!)) } } //!",
          "session.delegate.sessionDidReceiveChallenge = { _, c in (.useCredential, URLCredential(trust: c.protectionSpace.serverTrust!)) } //!",
          "let manager = ServerTrustManager(evaluators: [host: DisabledTrustEvaluator()]) //!",
          "let o = NWProtocolTLS.Options()\nsec_protocol_options_set_verify_block(o.securityProtocolOptions, { (_, _, done) in //!\n  done(true) }, .main)",
          "SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)) //!",
          "let s = [kCFStreamSSLValidatesCertificateChain as String: kCFBooleanFalse as Any] //!",
          "let on = true\nstarscream.disableSSLCertValidation = on //!",
        ]),
      AppleSample(
        "trusts-every-server", "a verdict that nobody reads",
        """
        final class Delegate: NSObject, URLSessionDelegate {
          \(method) {
            guard let trust = challenge.protectionSpace.serverTrust else { return completionHandler(.performDefaultHandling, nil) }
            var verdict = SecTrustResultType.invalid
            let status = SecTrustEvaluate(trust, &verdict)
            guard status == errSecSuccess else { return completionHandler(.cancelAuthenticationChallenge, nil) }
            completionHandler(.useCredential, URLCredential(trust: trust)) //!
          }
        }
        """,
        repaired: """
          final class Delegate: NSObject, URLSessionDelegate {
            \(method) {
              guard let trust = challenge.protectionSpace.serverTrust else { return completionHandler(.performDefaultHandling, nil) }
              var verdict = SecTrustResultType.invalid
              SecTrustEvaluate(trust, &verdict)
              switch verdict {
              case .proceed, .unspecified: completionHandler(.useCredential, URLCredential(trust: trust))
              default: completionHandler(.cancelAuthenticationChallenge, nil)
              }
            }
          }
          """,
        rewrites: [
          "class D: NSObject { \(method) {\n let trust = challenge.protectionSpace.serverTrust!\n if SecTrustEvaluateWithError(trust, nil) { log() } else { count += 1 }\n completionHandler(.useCredential, URLCredential(trust: trust)) } } //!",
          "class D: NSObject { \(method) {\n let trust = challenge.protectionSpace.serverTrust!\n form.validate(\"name\")\n completionHandler(.useCredential, URLCredential(trust: trust)) } } //!",
          "class D: NSObject { \(method) {\n let trust = challenge.protectionSpace.serverTrust!\n try? pinner.evaluate(trust, forHost: host)\n completionHandler(.useCredential, URLCredential(trust: trust)) } } //!",
        ]),
      AppleSample(
        "trusts-every-server", "the verdict in another function",
        """
        func answer(_ trust: SecTrust) -> URLCredential? {
          let isFine = look(at: trust)
          print(isFine)
          return URLCredential(trust: trust) //!
        }
        func look(at trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
        """,
        repaired: """
          func one(_ trust: SecTrust) -> URLCredential? {
            let isFine = look(at: trust)
            return isFine ? URLCredential(trust: trust) : nil
          }
          func look(at trust: SecTrust) -> Bool { SecTrustEvaluateWithError(trust, nil) }
          func two(_ trust: SecTrust) throws -> URLCredential {
            try insist(on: trust)
            return URLCredential(trust: trust)
          }
          func insist(on trust: SecTrust) throws { guard SecTrustEvaluateWithError(trust, nil) else { throw Refused() } }
          func three(_ trust: SecTrust, _ done: @escaping (Disposition, URLCredential?) -> Void) {
            SecTrustEvaluateAsyncWithError(trust, queue) { _, isFine, _ in
              guard isFine else { return done(.cancelAuthenticationChallenge, nil) }
              done(.useCredential, URLCredential(trust: trust))
            }
          }
          func four(_ trust: SecTrust, _ done: (Disposition, URLCredential?) -> Void) {
            let credential = URLCredential(trust: trust)
            if SecTrustEvaluateWithError(trust, nil) { done(.useCredential, credential) } else { done(.rejectProtectionSpace, nil) }
          }
          func five(_ trust: SecTrust, _ done: (Disposition, URLCredential?) -> Void) throws {
            try pinner.evaluate(trust, forHost: host)
            done(.useCredential, URLCredential(trust: trust))
          }
          """),
      AppleSample(
        "pinning-without-validation", "the copied sample",
        """
        final class Pinning: NSObject, URLSessionDelegate {
          \(method) {
            guard let serverTrust = challenge.protectionSpace.serverTrust,
              let certificate = SecTrustGetCertificateAtIndex(serverTrust, 0) //!
            else { return completionHandler(.cancelAuthenticationChallenge, nil) }
            let data = SecCertificateCopyData(certificate) as Data
            if data == pinnedCertificateData {
              completionHandler(.useCredential, URLCredential(trust: serverTrust)) //!
            } else {
              completionHandler(.cancelAuthenticationChallenge, nil)
            }
          }
        }
        """,
        repaired: """
          final class Pinning: NSObject, URLSessionDelegate {
            \(method) {
              guard let trust = challenge.protectionSpace.serverTrust, SecTrustEvaluateWithError(trust, nil),
                let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate],
                chain.contains(where: { pinned.contains(digest(SecCertificateCopyKey($0))) })
              else { return completionHandler(.cancelAuthenticationChallenge, nil) }
              completionHandler(.useCredential, URLCredential(trust: trust))
            }
          }
          """,
        rewrites: [
          "class P: NSObject { \(method) { let t = challenge.protectionSpace.serverTrust!\n if matches(t) { completionHandler(.useCredential, URLCredential(trust: t)) } } //!\n private func matches(_ t: SecTrust) -> Bool { SecTrustCopyKey(t).map(hash) == pin } } //!"
        ]),
      AppleSample(
        "cleartext-transport", "a request",
        """
        struct Api {
          static let host = "api.sleep.app"
          func load() async throws -> Data {
            let url = URL(string: "http://\\(Api.host)/v1/diary")! //!
            return try await URLSession.shared.data(from: url).0
          }
        }
        """,
        repaired:
          "func load() async throws -> Data { try await URLSession.shared.data(from: URL(string: \"https://api.sleep.app/v1\")!).0 }",
        rewrites: [
          "enum Server { static var base: String { \"http://\" + host } }\nlet u = URL(string: Server.base + \"/a\") //!",
          "var c = URLComponents()\nc.scheme = \"http\" //!\nc.host = \"api.sleep.app\"",
          "let c = NWConnection(host: \"api.sleep.app\", port: 80, using: .tcp) //!",
          "configuration.tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv10 //!",
          "sec_protocol_options_set_min_tls_protocol_version(o, .TLSv11) //!",
          "AF.request(\"http://api.sleep.app/v1\") //!",
        ]),
    ]
  }
#endif
