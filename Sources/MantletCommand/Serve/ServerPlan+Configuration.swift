#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustServer

  extension ServerPlan {
    func configuration(
      now: @escaping @Sendable () -> Date, events: @escaping @Sendable (TrustEvent) -> Void
    ) throws -> TrustConfiguration {
      guard let slice = policy.slice(for: environment) else { throw SettingError.missing(.environment) }
      return TrustConfiguration(
        policy: policy, environment: environment, issuer: issuer, acceptedSliceDigests: [slice.digest],
        signingKey: keys.signing.duplicate(), loginKey: keys.login.duplicate(),
        successorKey: keys.successor.duplicate(), keyEncryptionKey: keys.encryption.duplicate(),
        introspectionSecret: keys.introspection.duplicate(), certificateChainPEM: keys.certificateChain,
        certificateKey: keys.certificateKey.duplicate(), host: host, port: port, insecureHTTP: insecure.http,
        keySchedule: keySchedule, proofNonces: proofNonces, now: now, random: Self.randomBytes, events: events)
    }

    /// The desk of this server without its listener: for an operator's commands, beside a running server or without one.
    func desk() async throws -> TrustDesk {
      let store = try store.open()
      let clock = try await ServerClock(store: store, insecureTest: false, followsStore: false)
      return try await TrustDesk(
        configuration: try configuration(now: clock.now, events: { _ in }), store: store, limits: limits)
    }

    @Sendable private static func randomBytes() -> [UInt8] {
      var generator = SystemRandomNumberGenerator()
      return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
  }
#endif
