#if Server
  import Foundation

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
    /// Not an RSA private key of at least 2048 bits in PEM.
    case loginKeyUnusable
    /// One RSA key is the login key and a token key.
    case keysShared
    /// The key that refresh tokens are computed from has not 32 bytes.
    case successorKeyUnusable
    /// What resource servers present has less than 32 bytes.
    case introspectionSecretTooShort
    /// The key that seals token keys in the store has not 32 bytes.
    case keyEncryptionKeyUnusable
    /// The stored token keys were sealed under another key, or changed.
    case keyEncryptionKeyWrong
    /// The store holds token keys, or is to hold them, and no key was given to open them.
    case keyEncryptionKeyMissing
    /// The policy's `tokenKeys` do not list the key that would sign; `thumbprint` is its id.
    case signingKeyNotPinned(thumbprint: String)
    /// There is no token key of this id.
    case signingKeyUnknown
    /// The random source gave something other than 32 bytes.
    case randomnessUnusable
    /// The issuer is no `https://host[:port]` text without a path.
    case issuerUnusable
    /// An account name must have 1 to 128 bytes, a password 8 to 1024.
    case accountUnusable
    case accountExists
    /// A thumbprint must have 43 characters of base64url, a reason 1 to 256 bytes of printable text.
    case blockUnusable
    case store(StoreError)
    /// Plain HTTP, or a clock that clients turn, on an address that others reach.
    case insecureOffLoopback
    /// The same for the environment prod.
    case insecureInProd
    /// The revocation list for Android attestations cannot be read, or is not in Google's form.
    case revocationListUnreadable
    /// The keys for Play Integrity are not a 32-byte key and a P-256 key.
    case playKeyUnusable
    /// The clock is more than a day behind the time that the database has kept.
    case clockBehind(clock: Date, kept: Date)
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
      case .loginKeyUnusable: "the login key is not an RSA private key of 2048 bits or more in PEM"
      case .keysShared: "one RSA key is both the login key and a token signing key: give each its own"
      case .successorKeyUnusable: "the successor key must have 32 bytes"
      case .introspectionSecretTooShort:
        "the introspection secret must have 32 bytes or more: take random ones, or give none to close introspection"
      case .keyEncryptionKeyUnusable: "the key-encryption key must have 32 bytes"
      case .keyEncryptionKeyWrong:
        "the token keys in the store were not sealed under this key-encryption key; give the one that was used before"
      case .keyEncryptionKeyMissing: "token keys in the store need a key-encryption key; give one to the server"
      case .signingKeyNotPinned(let thumbprint):
        "the policy's tokenKeys do not list the token key \(thumbprint): add it and give the new policy to devices first"
      case .signingKeyUnknown: "there is no token key of this id; list the keys to see them"
      case .randomnessUnusable: "the random source did not give 32 bytes"
      case .issuerUnusable: "the issuer must be https://host[:port] without a path (http only on loopback, for tests)"
      case .accountUnusable: "an account needs a name of 1 to 128 bytes and a password of 8 to 1024 bytes"
      case .accountExists: "an account of this name exists"
      case .blockUnusable:
        "a block needs the device's whole thumbprint and a reason of 1 to 256 bytes in one line of printable text"
      case .store(let error): "\(error)"
      case .insecureOffLoopback:
        "plain HTTP and the test clock are for 127.0.0.1 and ::1 only: listen there, or leave --insecure options out"
      case .insecureInProd: "options that begin with --insecure are refused for the environment prod"
      case .revocationListUnreadable:
        "the revocation list cannot be read or is not Google's; fetch it anew from "
          + "https://android.googleapis.com/attestation/status"
      case .playKeyUnusable:
        "the Play Integrity keys are not the console's: 32 bytes for decryption, a P-256 public key for verification"
      case .clockBehind(let clock, let kept):
        "the clock says \(clock.formatted(.iso8601)), and a server wrote into the database at "
          + "\(kept.formatted(.iso8601)): set the clock; if the database's time is the wrong one, start with "
          + "acceptsEarlierClock (--accepts-earlier-clock true): what was used more than a day after the server's time ends"
      case .listenerFailed: "the listener ended unexpectedly"
      }
    }
  }
#endif
