#if Server
  import Foundation
  import Redaction
  import SecurityPolicy

  /// All that the server is told: policy, keys, address, clock and dice. A class, because it is the one owner of its
  /// ``Secret`` keys. Nodes that share a database must be given the same policy, issuer and keys.
  ///
  /// The keys are wiped when the configuration ends. It does not protect them from whoever reads this process's memory.
  public final class TrustConfiguration: Sendable {
    public let policy: Policy
    public let environment: EnvironmentName
    /// The environment's endpoint, `https://host[:port]`: `iss` and `aud` of tokens and the base of every proof
    /// address.
    public let issuer: String
    /// Digests of the policy slices that devices may hold.
    public let acceptedSliceDigests: Set<String>
    public let host: String
    /// 0 lets the system choose.
    public let port: Int
    /// Leaf first, PEM.
    public let certificateChainPEM: [UInt8]
    public let now: @Sendable () -> Date
    /// Answers on plain HTTP: for tests on loopback, where no certificate is at hand. Everything is readable on the way.
    public let insecureHTTP: Bool
    /// When token keys are made and replaced.
    public let keySchedule: SigningKeySchedule
    /// Whether proofs have to carry a number of this server.
    public let proofNonces: ProofNonces
    /// 32 bytes from the system's generator at each call.
    public let random: @Sendable () -> [UInt8]
    /// Told of each decision; must return at once.
    public let events: @Sendable (TrustEvent) -> Void
    /// Who knows people; nil for the accounts in the store.
    public let identities: (any IdentityProvider)?
    /// Who verifies hardware evidence; nil accepts none, and every device has the reduced tier at most.
    public let attestation: (any AttestationVerifying)?
    /// The newest signed pin update, a compact JWS that devices verify themselves; nil for none.
    public let pinUpdate: String?
    /// Whether sessions that were used more than a day after this server's time are over: true only where somebody has
    /// looked at the clocks. Otherwise they are refused with 503 and stay, for a clock that is behind would sign out everybody
    /// for good. By itself it ends what is presented; ``SteadyClock/accept(in:)``, at the same start, ends all of them.
    public let acceptsEarlierClock: Bool
    let signingKey: Secret
    let loginKey: Secret
    let successorKey: Secret
    let keyEncryptionKey: Secret
    let introspectionSecret: Secret
    let certificateKey: Secret

    /// - Parameters:
    ///   - signingKey: PEM of an RSA private key, 2048 bits or more. Signs tokens and nothing else. With a
    ///     `keyEncryptionKey` it is only the first key of an empty store, and empty lets the server make one.
    ///   - loginKey: PEM of an RSA private key, 2048 bits or more. Opens login credentials and nothing else.
    ///   - successorKey: 32 bytes. Refresh tokens are computed from it; without it no retry finds its answer again.
    ///   - keyEncryptionKey: 32 bytes that seal the token keys in the store; empty when the store holds none.
    ///   - introspectionSecret: what a resource server presents at the introspection address, 32 bytes or more; empty
    ///     closes it.
    ///   - certificateKey: PEM of the TLS leaf's private key.
    ///   - insecureHTTP: allows an `http` issuer.
    public init(
      policy: Policy, environment: EnvironmentName, issuer: String, acceptedSliceDigests: Set<String>,
      signingKey: consuming Secret, loginKey: consuming Secret, successorKey: consuming Secret,
      keyEncryptionKey: consuming Secret = Secret(copying: []),
      introspectionSecret: consuming Secret = Secret(copying: []), certificateChainPEM: [UInt8],
      certificateKey: consuming Secret, host: String, port: Int, insecureHTTP: Bool = false,
      keySchedule: SigningKeySchedule = SigningKeySchedule(), proofNonces: ProofNonces = .off,
      identities: (any IdentityProvider)? = nil, attestation: (any AttestationVerifying)? = nil,
      pinUpdate: String? = nil, acceptsEarlierClock: Bool = false,
      now: @escaping @Sendable () -> Date, random: @escaping @Sendable () -> [UInt8],
      events: @escaping @Sendable (TrustEvent) -> Void = { _ in }
    ) {
      self.policy = policy
      self.environment = environment
      self.issuer = issuer
      self.acceptedSliceDigests = acceptedSliceDigests
      self.signingKey = signingKey
      self.loginKey = loginKey
      self.successorKey = successorKey
      self.keyEncryptionKey = keyEncryptionKey
      self.introspectionSecret = introspectionSecret
      self.certificateChainPEM = certificateChainPEM
      self.certificateKey = certificateKey
      self.host = host
      self.port = port
      self.insecureHTTP = insecureHTTP
      self.keySchedule = keySchedule
      self.proofNonces = proofNonces
      self.identities = identities
      self.attestation = attestation
      self.pinUpdate = pinUpdate
      self.acceptsEarlierClock = acceptsEarlierClock
      self.now = now
      self.random = random
      self.events = events
    }

    /// Seconds since 1970, whole.
    var seconds: Int64 { Int64(now().timeIntervalSince1970.rounded(.down)) }

    /// 32 random bytes.
    /// - Throws: `randomnessUnusable`: nothing is issued from a short source.
    func dice() throws(TrustServerError) -> [UInt8] {
      let bytes = random()
      guard bytes.count == 32 else { throw .randomnessUnusable }
      return bytes
    }
  }
#endif
