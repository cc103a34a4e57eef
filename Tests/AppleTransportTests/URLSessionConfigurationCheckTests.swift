#if APPLE_EMULATION
  import AppleTransport
  import EmulatedURLSession
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct URLSessionConfigurationCheckTests {
    private final class Foreign: NSObject, EmulatedURLSession.URLSessionDelegate {}

    private func clean() -> EmulatedURLSession.URLSessionConfiguration {
      let settings = EmulatedURLSession.URLSessionConfiguration.ephemeral
      settings.tlsMinimumSupportedProtocolVersion = .TLSv12
      settings.urlCache = nil
      settings.httpCookieStorage = nil
      settings.urlCredentialStorage = nil
      return settings
    }

    private func fails(_ change: (EmulatedURLSession.URLSessionConfiguration) -> Void) -> Bool {
      let settings = clean()
      change(settings)
      if case .fails = URLSessionConfigurationCheck.verdict(of: settings) { return true }
      return false
    }

    @Test("Settings that keep nothing and name nobody in between hold")
    func holds() {
      #expect(URLSessionConfigurationCheck.verdict(of: clean()) == .holds)
    }

    @Test("TLS older than 1.2 fails, also where nobody said which version; a newer one holds")
    func versions() {
      for version in [tls_protocol_version_t.TLSv10, .TLSv11] {
        #expect(fails { $0.tlsMinimumSupportedProtocolVersion = version })
      }
      #expect(!fails { $0.tlsMinimumSupportedProtocolVersion = .TLSv13 })
      let unsaid = EmulatedURLSession.URLSessionConfiguration.ephemeral
      #expect(
        URLSessionConfigurationCheck.verdict(of: unsaid) == .fails("the session speaks TLS older than 1.2"))
    }

    @Test("Each thing that is kept, and each one who stands in between, fails")
    func findings() {
      #expect(fails { $0.urlCache = .shared })
      #expect(fails { $0.httpCookieStorage = .shared })
      #expect(fails { $0.urlCredentialStorage = .shared })
      #expect(fails { $0.connectionProxyDictionary = ["HTTPSProxy": "10.0.0.1"] })
      #expect(fails { $0.protocolClasses = [Foreign.self] })
    }

    @Test("A session of ours that somebody got hold of takes no request: another delegate, or other settings")
    func wrapped() async throws {
      let place = try Surroundings()
      // So that whoever asks nobody of us is let in.
      EmulatedDevice.current.trust([Data(place.root.certificateDER)])
      let foreign = Foreign()
      let wraps: [EmulatedWrapper.Wrap] = [
        { _, _ in foreign },
        { settings, delegate in
          settings.connectionProxyDictionary = ["HTTPSProxy": "10.0.0.1"]
          return delegate
        },
        { settings, delegate in
          settings.tlsMinimumSupportedProtocolVersion = .TLSv10
          return delegate
        },
      ]
      for wrap in wraps {
        let server = place.serve()
        let transport = try EmulatedWrapper.$current.withValue(wrap) { try place.transport() }
        guard case .fails = transport.integrity else {
          Issue.record("a session passed that somebody got hold of")
          continue
        }
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        let outcome = Mutex<[NetworkError?]>([])
        // Not waited for: in a session of somebody else nobody tells us that it ended.
        Task {
          do throws(NetworkError) {
            _ = try await transport.send(request, body: [])
            outcome.withLock { $0.append(nil) }
          } catch { outcome.withLock { $0.append(error) } }
        }
        while outcome.withLock({ $0.isEmpty }), server.seen.connections == 0 { await Task.yield() }
        #expect(outcome.withLock { $0 } == [.secureChannelRefused])
        #expect(server.seen.connections == 0)
      }
    }

    @Test("A protocol class that a library puts into every new configuration is seen, and no request goes through it")
    func registered() async throws {
      let place = try Surroundings()
      let server = place.serve()
      try await EmulatedWrapper.$protocolClasses.withValue({ [Foreign.self] }) {
        let transport = try place.transport()
        #expect(
          transport.integrity == .fails("a protocol class that is not the system's loads for the session"))
        await #expect(throws: NetworkError.secureChannelRefused) {
          _ = try await transport.send(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
        }
      }
      #expect(server.seen.connections == 0)
    }

    @Test("A session with another delegate, or with none such as the shared one, fails")
    func sessions() {
      let foreign = EmulatedURLSession.URLSession(configuration: clean(), delegate: Foreign(), delegateQueue: nil)
      for session in [foreign, .shared] {
        guard case .fails = URLSessionConfigurationCheck.verdict(of: session) else {
          Issue.record("a session passed whose servers nobody of us judges")
          return
        }
      }
    }
  }
#endif
