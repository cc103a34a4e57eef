import Foundation
import Security

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// An identity of the keychain with the issuers that are sent after its certificate.
struct HeldIdentity: @unchecked Sendable {
  // @unchecked: references of Security that nobody changes; its functions may be called from every thread.
  let identity: SecIdentity
  let issuers: [SecCertificate]
  /// DER, leaf first.
  let certificates: [[UInt8]]

  var credential: URLCredential {
    URLCredential(identity: identity, certificates: issuers, persistence: .none)
  }

  var secure: sec_identity_t? { sec_identity_create_with_certificates(identity, issuers as CFArray) }
}
