public import Dispatch
import Foundation

/// Versions of TLS, with Apple's numbers.
public enum tls_protocol_version_t: UInt16, Sendable {
  case TLSv10 = 769
  case TLSv11 = 770
  case TLSv12 = 771
  case TLSv13 = 772
}

/// A number of IANA's. At Apple an enumeration with a name for each; it takes every number, too.
public struct tls_ciphersuite_t: RawRepresentable, Sendable {
  public let rawValue: UInt16
  public init?(rawValue: UInt16) { self.rawValue = rawValue }
}

// At Apple these four are opaque objects.
public protocol OS_sec_protocol_options: AnyObject {}
public protocol OS_sec_protocol_metadata: AnyObject {}
public protocol OS_sec_trust: AnyObject {}
public protocol OS_sec_identity: AnyObject {}
public typealias sec_protocol_options_t = any OS_sec_protocol_options
public typealias sec_protocol_metadata_t = any OS_sec_protocol_metadata
public typealias sec_trust_t = any OS_sec_trust
public typealias sec_identity_t = any OS_sec_identity

public typealias sec_protocol_verify_complete_t = (Bool) -> Void
public typealias sec_protocol_verify_t = (
  sec_protocol_metadata_t, sec_trust_t, @escaping sec_protocol_verify_complete_t
) -> Void

/// What a connection was told about TLS. Apple has no such class in Swift.
public final class EmulatedTLSOptions: OS_sec_protocol_options {
  /// Apple's default is the system's and not told; the oldest here, so that who asks for nothing gets it.
  public var minimum = tls_protocol_version_t.TLSv10
  public var verify: (block: sec_protocol_verify_t, queue: DispatchQueue)?
  public var identity: SecIdentity?
  public var chain: [SecCertificate] = []
  public var resumes = true
  /// Empty: all of the system's.
  public var suites: [UInt16] = []

  public init() {}
}

final class EmulatedTLSIdentity: OS_sec_identity {
  let identity: SecIdentity
  let certificates: [SecCertificate]

  init(_ identity: SecIdentity, _ certificates: [SecCertificate]) {
    self.identity = identity
    self.certificates = certificates
  }
}

/// What the peer showed, for the verify block. Apple has no such class in Swift.
public final class EmulatedTLSPeer: OS_sec_protocol_metadata, OS_sec_trust {
  let trust: SecTrust

  public init(_ trust: SecTrust) { self.trust = trust }
}

public func sec_protocol_options_set_min_tls_protocol_version(
  _ options: sec_protocol_options_t, _ version: tls_protocol_version_t
) { (options as? EmulatedTLSOptions)?.minimum = version }

public func sec_protocol_options_append_tls_ciphersuite(
  _ options: sec_protocol_options_t, _ ciphersuite: tls_ciphersuite_t
) { (options as? EmulatedTLSOptions)?.suites.append(ciphersuite.rawValue) }

public func sec_protocol_options_set_tls_resumption_enabled(
  _ options: sec_protocol_options_t, _ resumption_enabled: Bool
) { (options as? EmulatedTLSOptions)?.resumes = resumption_enabled }

/// Follows Apple: with a block the connection asks it and nothing else; no byte of the app goes out before it answers.
public func sec_protocol_options_set_verify_block(
  _ options: sec_protocol_options_t, _ verify_block: @escaping sec_protocol_verify_t,
  _ verify_block_queue: DispatchQueue
) { (options as? EmulatedTLSOptions)?.verify = (verify_block, verify_block_queue) }

public func sec_protocol_options_set_local_identity(
  _ options: sec_protocol_options_t, _ identity: sec_identity_t
) {
  guard let options = options as? EmulatedTLSOptions, let identity = identity as? EmulatedTLSIdentity else { return }
  (options.identity, options.chain) = (identity.identity, identity.certificates)
}

/// Follows Apple: `certificates` are the issuers that are sent after the identity's own certificate.
public func sec_identity_create_with_certificates(_ identity: SecIdentity, _ certificates: CFArray) -> sec_identity_t? {
  (certificates as? [SecCertificate]).map { EmulatedTLSIdentity(identity, $0) }
}

/// Follows Apple: the trust object behind the one that a verify block gets, with the policy for the server's name.
public func sec_trust_copy_ref(_ trust: sec_trust_t) -> Unmanaged<SecTrust> {
  guard let peer = trust as? EmulatedTLSPeer else { preconditionFailure("not made by the emulation") }
  return Unmanaged.passRetained(peer.trust)
}
