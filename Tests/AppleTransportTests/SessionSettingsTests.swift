#if APPLE_EMULATION
  import AppleTransport
  import EmulatedURLSession
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import Synchronization
  import Testing

  /// What a session of ours is made with, and each of its requests.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct SessionSettingsTests {
    private struct Settings: Sendable, Equatable {
      var cachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
      var request: TimeInterval = 7
      var resource: TimeInterval = 11
      var version = tls_protocol_version_t.TLSv12
      var keeps = false
      var proxies: Int? = 0
      var sendsCookies = false
      var waits = false
      var connections = 3

      init() {}

      init(_ settings: EmulatedURLSession.URLSessionConfiguration) {
        cachePolicy = settings.requestCachePolicy
        (request, resource) = (settings.timeoutIntervalForRequest, settings.timeoutIntervalForResource)
        version = settings.tlsMinimumSupportedProtocolVersion
        keeps =
          settings.urlCache != nil || settings.httpCookieStorage != nil || settings.urlCredentialStorage != nil
        proxies = settings.connectionProxyDictionary?.count
        (sendsCookies, waits) = (settings.httpShouldSetCookies, settings.waitsForConnectivity)
        connections = settings.httpMaximumConnectionsPerHost
      }
    }

    @Test("A session and its requests use no cache, and have the policy's two limits of time each in its place")
    func made() async throws {
      let place = try Surroundings()
      let server = place.serve()
      var requirement = NetworkRequirement()
      (requirement.requestTimeout, requirement.resourceTimeout) = (.seconds(7), .seconds(11))
      var limits = TransportLimits()
      limits.connections = 3
      let seen = Mutex<[Settings]>([])
      let look: EmulatedWrapper.Wrap = { settings, delegate in
        seen.withLock { $0.append(Settings(settings)) }
        return delegate
      }
      let transport = try EmulatedWrapper.$current.withValue(look) {
        try place.transport(requirement: requirement, limits: limits)
      }
      #expect(seen.withLock { $0 } == [Settings()])
      _ = try await transport.send(.init(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
      let request = try #require(server.seen.requests.first)
      #expect(request.cachePolicy == URLRequest.CachePolicy.reloadIgnoringLocalCacheData.rawValue)
      #expect(request.patience == 7)
      requirement.minimumTLS = .tls13
      _ = try EmulatedWrapper.$current.withValue(look) { try place.transport(requirement: requirement) }
      #expect(seen.withLock { $0.last?.version } == .TLSv13)
    }
  }
#endif
