import Foundation
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import TakGateway
import Testing
import X509

/// What a TAK server is judged by, on chains of an authority of the test's own.
@Suite struct ServerCheckTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let end = start.addingTimeInterval(86_400 * 30)
  private let authority: TestAuthority
  private let server: TakServer

  init() throws {
    authority = try TestAuthority(name: "CA", notBefore: Self.start, notAfter: Self.end)
    server = TakServer(
      endpoint: Endpoint(host: try ServerHost("localhost"), port: 8089), authorities: [authority.certificateDER],
      isEnabled: true)
  }

  /// A certificate for localhost.
  private func certificate(_ change: (inout TestAuthority.Leaf) -> Void = { _ in }) throws -> [UInt8] {
    var leaf = TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)
    change(&leaf)
    return try authority.issue(leaf).certificateDER
  }

  private func decision(
    _ server: TakServer, _ check: ServerCheck, _ certificate: [UInt8]
  ) async throws -> TrustDecision {
    try await server.trust(by: check).evaluate(
      chain: [certificate, authority.certificateDER], host: ServerHost("localhost"),
      now: Self.start.addingTimeInterval(86_400))
  }

  @Test func `A key that is known counts however names are compared`() async throws {
    let (known, other) = (try certificate(), try certificate())
    for check in [ServerCheck.dialledName, .expectedName(try ServerHost("localhost")), .pinOnFirstUse] {
      #expect(try await decision(server, check, other).verdict == .holds)
      var pinned = server
      pinned.pin = try ServerPin(certificateDER: known)
      #expect(try await decision(pinned, check, known).verdict == .holds)
      #expect(try await decision(pinned, check, other).refusal == .noPinnedKey)
    }
  }

  @Test func `Names count where they are asked for, and a client's certificate is never a server`() async throws {
    let named = try certificate { $0.names = ["tak.example"] }
    #expect(try await decision(server, .dialledName, named).refusal == .wrongName)
    #expect(try await decision(server, .expectedName(try ServerHost("tak.example")), named).verdict == .holds)
    #expect(try await decision(server, .pinOnFirstUse, named).verdict == .holds)
    let stolen = try certificate { $0.extendedKeyUsages = [.clientAuth] }
    for check in [ServerCheck.dialledName, .expectedName(try ServerHost("localhost")), .pinOnFirstUse] {
      #expect(try await decision(server, check, stolen).refusal == .notForServers)
    }
  }

  @Test func `The platform's authorities count only when they are asked for, and only where names are compared`()
    async throws
  {
    let other = try TestAuthority(name: "Public", notBefore: Self.start, notAfter: Self.end)
    let leaf = try other.issue(TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)).certificateDER
    let platform = TrustAnchors.platform([other.certificateDER])
    func verdict(_ check: ServerCheck, _ platform: TrustAnchors?) async throws -> TrustDecision {
      try await server.trust(by: check, platform: platform).evaluate(
        chain: [leaf, other.certificateDER], host: ServerHost("localhost"), now: Self.start.addingTimeInterval(86_400))
    }
    for check in [ServerCheck.dialledName, .expectedName(try ServerHost("localhost"))] {
      #expect(try await verdict(check, nil).verdict != .holds)
      #expect(try await verdict(check, platform).verdict == .holds)
    }
    #expect(try await verdict(.pinOnFirstUse, platform).verdict != .holds)
  }

  @Test func `Without an authority nothing is judged at all`() throws {
    let bare = TakServer(endpoint: server.endpoint, authorities: [])
    #expect(throws: GatewayError.authorityNeeded) { try bare.trust(by: .pinOnFirstUse) }
  }
}
