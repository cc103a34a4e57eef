#if APPLE_EMULATION
  import AppleTransport
  import DataLifecycle
  import EmulatedURLSession
  import Foundation
  import FoundationNetworking
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite(.ownNetwork, .serialized) struct TransferWipeTests {
    private static let identifier = "org.example.upload"

    private func wipe(_ identifiers: [String] = [identifier]) -> TransferWipe {
      TransferWipe(identifiers.map { BackgroundSession($0, pause: {}) })
    }

    private func background(_ identifier: String = identifier) -> EmulatedURLSession.URLSession {
      EmulatedURLSession.URLSession(
        configuration: .background(withIdentifier: identifier), delegate: nil, delegateQueue: nil)
    }

    @Test("Transfers of sessions that nobody has opened yet keep the promises of a wipe target")
    func conformance() async throws {
      let transfers = EmulatedTransfers.current
      let number = Mutex(0)
      let broken = await WipeTargetConformance.brokenClaims {
        let identifier = number.withLock { number in
          number += 1
          return "\(Self.identifier).\(number)"
        }
        transfers.begin(2, in: identifier)
        return wipe([identifier])
      }
      #expect(broken == [])
    }

    @Test("Every transfer of every session ends, also those that end only a while after they were cancelled")
    func all() async throws {
      let transfers = EmulatedTransfers.current
      transfers.patience = 7
      transfers.begin(3, in: "a")
      transfers.begin(2, in: "b")
      transfers.begin(1, in: "somebody else's")
      let wipe = wipe(["a", "b"])
      #expect(try await wipe.remains(.logout) == [WipeRemnant(count: 3), WipeRemnant(count: 2)])
      try await wipe.erase(.logout)
      #expect(try await wipe.remains(.logout).isEmpty)
      #expect(transfers.count(in: "a") == 0 && transfers.count(in: "b") == 0)
      #expect(transfers.count(in: "somebody else's") == 1)
    }

    @Test("A transfer that does not end is a remnant, and the next try takes it")
    func stuck() async throws {
      let transfers = EmulatedTransfers.current
      transfers.patience = 40
      transfers.begin(1, in: Self.identifier)
      let wipe = wipe()
      try await wipe.erase(.logout)
      #expect(try await wipe.remains(.logout) == [WipeRemnant(count: 1)])
      try await wipe.erase(.logout)
      #expect(try await wipe.remains(.logout).isEmpty)
      #expect(transfers.mostOpen == 1)
    }

    @Test("The session that the wipe made is given up once nothing runs in it, so that the app may open its own")
    func given() async throws {
      let transfers = EmulatedTransfers.current
      transfers.begin(1, in: Self.identifier)
      let wipe = wipe()
      try await wipe.erase(.logout)
      #expect(transfers.sessionCount(Self.identifier) == 1)
      #expect(try await wipe.remains(.logout).isEmpty)
      #expect(transfers.sessionCount(Self.identifier) == 0)
    }

    @Test(
      "A transfer that meets a server in the session that the wipe made goes no further",
      arguments: [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate])
    func unjudged(method: String) async throws {
      let transfers = EmulatedTransfers.current
      transfers.begin(1, in: Self.identifier)
      let wipe = wipe()
      try await wipe.erase(.logout)
      #expect(await transfers.answer(in: Self.identifier, to: method) == .cancelAuthenticationChallenge)
      #expect(try await wipe.remains(.logout).isEmpty)
    }

    @Test("The app's own session is taken where there is one, and goes on to work")
    func own() async throws {
      let transfers = EmulatedTransfers.current
      transfers.begin(2, in: Self.identifier)
      let session = background()
      let wipe = TransferWipe([BackgroundSession(Self.identifier, own: { session }, pause: {})])
      try await wipe.erase(.logout)
      #expect(try await wipe.remains(.logout).isEmpty)
      #expect(transfers.mostOpen == 1 && transfers.sessionCount(Self.identifier) == 1)
      transfers.begin(1, in: Self.identifier)
      #expect(await session.allTasks.count == 1)
      #expect(try await wipe.remains(.logout) == [WipeRemnant(count: 1)])
    }

    @Test("Cookies, responses and credentials in a session's own storages go with its transfers")
    func storages() async throws {
      let settings = EmulatedURLSession.URLSessionConfiguration.background(withIdentifier: Self.identifier)
      let cookies = try #require(FoundationNetworking.URLSessionConfiguration.ephemeral.httpCookieStorage)
      let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      let credentials = URLCredentialStorage()
      (settings.httpCookieStorage, settings.urlCache, settings.urlCredentialStorage) = (cookies, cache, credentials)
      let session = EmulatedURLSession.URLSession(configuration: settings, delegate: nil, delegateQueue: nil)
      let url = try #require(URL(string: "https://example.org/night"))
      cookies.setCookie(
        try #require(HTTPCookie(properties: [.domain: "example.org", .path: "/", .name: "a", .value: "b"])))
      cache.storeCachedResponse(
        CachedURLResponse(
          response: try #require(
            HTTPURLResponse(
              url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Cache-Control": "max-age=60"])),
          data: Data([1])), for: URLRequest(url: url))
      credentials.set(
        FoundationNetworking.URLCredential(user: "ada", password: "horse", persistence: .forSession),
        for: FoundationNetworking.URLProtectionSpace(
          host: "example.org", port: 443, protocol: "https", realm: nil, authenticationMethod: nil))
      let wipe = TransferWipe([BackgroundSession(Self.identifier, own: { session }, pause: {})])
      #expect(try await wipe.remains(.logout).count == 3)
      try await wipe.erase(.logout)
      #expect(try await wipe.remains(.logout).isEmpty)
      #expect(cookies.cookies?.isEmpty != false && cache.cachedResponse(for: URLRequest(url: url)) == nil)
      #expect(credentials.allCredentials.isEmpty)
    }
  }
#endif
