#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustServer

  extension ServerPlan {
    func configuration(
      now: @escaping @Sendable () -> Date, attestation: AttestationDesk? = nil,
      events: @escaping @Sendable (TrustEvent) -> Void
    ) throws -> TrustConfiguration {
      guard let slice = policy.slice(for: environment) else { throw SettingError.missing(.environment) }
      return TrustConfiguration(
        policy: policy, environment: environment, issuer: issuer,
        acceptedSliceDigests: olderSlices.union([slice.digest]),
        signingKey: keys.signing.duplicate(), loginKey: keys.login.duplicate(),
        successorKey: keys.successor.duplicate(), keyEncryptionKey: keys.encryption.duplicate(),
        introspectionSecret: keys.introspection.duplicate(), certificateChainPEM: keys.certificateChain,
        certificateKey: keys.certificateKey.duplicate(), host: host, port: port, insecureHTTP: insecure.http,
        keySchedule: keySchedule, proofNonces: proofNonces, attestation: attestation,
        pinUpdate: pinUpdate, acceptsEarlierClock: acceptsEarlierClock, now: now,
        random: Self.randomBytes, events: events)
    }

    /// Who verifies the evidence of devices.
    func attestationDesk(_ store: any TrustStore) throws -> AttestationDesk {
      try AttestationDesk(
        policy: policy, environment: environment, store: store, revocation: attestation.revocation,
        playDecryptionKey: attestation.playDecryptionKey.duplicate(),
        playVerificationKey: attestation.playVerificationKey, insecureRoots: attestation.insecureRoots)
    }

    /// The desk of this server without its listener: for an operator's commands, beside a running server or without one. It
    /// leaves the token keys as they are, for its policy may be newer than that of the servers.
    func desk() async throws -> TrustDesk {
      let store = try store.open(renews: false)
      let clock = try await ServerClock(store: store, insecureTest: false, followsStore: false)
      return try await TrustDesk(
        configuration: try configuration(now: clock.now, events: { _ in }), store: store, limits: limits,
        tendsKeys: false)
    }

    @Sendable private static func randomBytes() -> [UInt8] {
      var generator = SystemRandomNumberGenerator()
      // Eight bytes at a time: each number is a question to the system.
      return (0..<4).flatMap { _ in withUnsafeBytes(of: generator.next() as UInt64) { Array($0) } }
    }
  }
#endif
