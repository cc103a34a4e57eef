#if Server
  import Foundation
  import Redaction
  import SecurityPolicy

  /// All that the server is told: policy, keys, address, clock and dice. A class, because it is the one owner of its
  /// ``Secret`` keys.
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
    /// 32 bytes from the system's generator at each call.
    public let random: @Sendable () -> [UInt8]
    /// Told of each decision; must return at once.
    public let events: @Sendable (TrustEvent) -> Void
    let signingKey: Secret
    let loginKey: Secret
    let certificateKey: Secret

    /// - Parameters:
    ///   - signingKey: PEM of an RSA private key, 2048 bits or more. Signs tokens and nothing else.
    ///   - loginKey: raw P-256 private key, 32 bytes. Opens login credentials and nothing else.
    ///   - certificateKey: PEM of the TLS leaf's private key.
    public init(
      policy: Policy, environment: EnvironmentName, issuer: String, acceptedSliceDigests: Set<String>,
      signingKey: consuming Secret, loginKey: consuming Secret, certificateChainPEM: [UInt8],
      certificateKey: consuming Secret, host: String, port: Int, now: @escaping @Sendable () -> Date,
      random: @escaping @Sendable () -> [UInt8], events: @escaping @Sendable (TrustEvent) -> Void = { _ in }
    ) {
      self.policy = policy
      self.environment = environment
      self.issuer = issuer
      self.acceptedSliceDigests = acceptedSliceDigests
      self.signingKey = signingKey
      self.loginKey = loginKey
      self.certificateChainPEM = certificateChainPEM
      self.certificateKey = certificateKey
      self.host = host
      self.port = port
      self.now = now
      self.random = random
      self.events = events
    }

    /// Seconds since 1970, whole.
    var seconds: Int64 { Int64(now().timeIntervalSince1970.rounded(.down)) }

    /// base64url of 32 random bytes.
    /// - Throws: `randomnessUnusable`: nothing is issued from a short source.
    func dice() throws(TrustServerError) -> [UInt8] {
      let bytes = random()
      guard bytes.count == 32 else { throw .randomnessUnusable }
      return bytes
    }
  }
#endif
