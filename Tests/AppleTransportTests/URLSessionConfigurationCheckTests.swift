#if APPLE_EMULATION
  import AppleTransport
  import EmulatedURLSession
  import Foundation
  import Security
  import SecurityPolicy
  import Testing

  @Suite(.ownNetwork) struct URLSessionConfigurationCheckTests {
    private final class Foreign: NSObject, EmulatedURLSession.URLSessionDelegate {}

    private func clean() -> EmulatedURLSession.URLSessionConfiguration {
      let settings = EmulatedURLSession.URLSessionConfiguration.ephemeral
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

    @Test("Each thing that is kept, and each one who stands in between, fails")
    func findings() {
      #expect(fails { $0.urlCache = .shared })
      #expect(fails { $0.httpCookieStorage = .shared })
      #expect(fails { $0.urlCredentialStorage = .shared })
      #expect(fails { $0.connectionProxyDictionary = ["HTTPSProxy": "10.0.0.1"] })
      #expect(fails { $0.protocolClasses = [Foreign.self] })
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
