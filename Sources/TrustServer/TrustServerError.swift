#if Server
  /// Why the server could not start or went down. Each case names what an operator can change.
  @nonexhaustive
  public enum TrustServerError: Error, Sendable, Hashable {
    /// Another process listens there.
    case portInUse(port: Int)
    /// The address could not be bound; `errno` is the system's number.
    case cannotListen(port: Int, errno: Int32)
    /// The certificate chain or its key is not usable PEM, or they do not belong together.
    case certificateUnusable
    /// Not an RSA private key of at least 2048 bits in PEM.
    case signingKeyUnusable
    /// Not a raw P-256 private key of 32 bytes.
    case loginKeyUnusable
    /// The random source gave something other than 32 bytes.
    case randomnessUnusable
    /// The issuer is no `https://host[:port]` text without a path.
    case issuerUnusable
    /// An account name must have 1 to 128 bytes, a password 8 to 1024.
    case accountUnusable
    case accountExists
    case store(StoreError)
    /// The listener ended with an error that has no case of its own.
    case listenerFailed
  }

  extension TrustServerError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .portInUse(let port): "port \(port) is in use by another process; choose another one or stop that process"
      case .cannotListen(let port, let errno): "cannot listen on port \(port) (errno \(errno))"
      case .certificateUnusable: "the TLS certificate chain and key are not a usable pair of PEM texts"
      case .signingKeyUnusable: "the token signing key is not an RSA private key of 2048 bits or more in PEM"
      case .loginKeyUnusable: "the login key is not a raw P-256 private key of 32 bytes"
      case .randomnessUnusable: "the random source did not give 32 bytes"
      case .issuerUnusable: "the issuer must be https://host[:port] without a path"
      case .accountUnusable: "an account needs a name of 1 to 128 bytes and a password of 8 to 1024 bytes"
      case .accountExists: "an account of this name exists"
      case .store(let error): "\(error)"
      case .listenerFailed: "the listener ended unexpectedly"
      }
    }
  }
#endif
