import Crypto
import Foundation

/// A certificate with the private key that belongs to it. Follows Apple: it is no item of its own, but whatever
/// certificate of the keychain has its key beside it.
public final class SecIdentity {
  let certificate: SecCertificate
  let key: SecKey

  init(_ certificate: SecCertificate, _ key: SecKey) {
    self.certificate = certificate
    self.key = key
  }
}

public func SecIdentityGetTypeID() -> CFTypeID { 10 }

public func SecIdentityCopyCertificate(
  _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
  certificateRef.pointee = identityRef.certificate
  return errSecSuccess
}
