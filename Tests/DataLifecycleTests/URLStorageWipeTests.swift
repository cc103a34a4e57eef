import DataLifecycle
import Foundation
import SecurityTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.serialized) struct URLStorageWipeTests {
  @Test("Cookies are erased and counted")
  func cookies() async throws {
    // Not the process's: other tests empty that.
    let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
    let broken = await WipeTargetConformance.brokenClaims {
      let cookie = try #require(
        HTTPCookie(properties: [.name: "a", .value: "b", .domain: "wipe.example", .path: "/"]))
      storage.setCookie(cookie)
      return CookieWipe(name: try targetName("cookies"), storage: storage)
    }
    #expect(broken == [])
  }

  @Test("Credentials are erased and counted")
  func credentials() async throws {
    let storage = URLCredentialStorage()
    let broken = await WipeTargetConformance.brokenClaims {
      let space = URLProtectionSpace(
        host: "wipe.example", port: 443, protocol: "https", realm: nil, authenticationMethod: nil)
      storage.set(URLCredential(user: "a", password: "b", persistence: .forSession), for: space)
      return CredentialWipe(name: try targetName("credentials"), storage: storage)
    }
    #expect(broken == [])
  }

  @Test("Cached responses are erased and looked for")
  func cache() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://wipe.example/a")))
    let broken = await WipeTargetConformance.brokenClaims {
      let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      let url = try #require(request.url)
      let response = try #require(
        HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Cache-Control": "max-age=60"]))
      cache.storeCachedResponse(CachedURLResponse(response: response, data: Data([1, 2, 3])), for: request)
      return URLCacheWipe(name: try targetName("url-cache"), cache: cache, probes: [request])
    }
    #expect(broken == [])
  }
}
