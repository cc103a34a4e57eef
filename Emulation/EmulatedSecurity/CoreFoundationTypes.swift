public import Foundation

// Core Foundation under Swift is Foundation's own types here: Linux has no bridging, so `as CFDictionary` is a no-op.
// Laxer than Apple: a missing `as` compiles too (Scripts/check-apple-idioms looks for that).
public typealias OSStatus = Int32
public typealias CFTypeRef = Any
public typealias CFString = String
public typealias CFData = Data
public typealias CFArray = [Any]
public typealias CFDictionary = [String: Any]
public typealias CFAllocator = AnyObject
public typealias CFTypeID = UInt
public typealias CFIndex = Int

/// An error with a domain and a code. A class, because Apple's functions hand it out as `Unmanaged<CFError>`.
public final class CFError: Error {
  let domain: String
  let code: Int

  /// Apple has no such initializer in Swift; the emulated functions need one.
  public init(domain: String, code: Int) {
    self.domain = domain
    self.code = code
  }
}

public func CFErrorGetDomain(_ error: CFError) -> CFString { error.domain }
public func CFErrorGetCode(_ error: CFError) -> CFIndex { error.code }

/// Follows Apple for the types that are asked for here; every other object has the type 0.
public func CFGetTypeID(_ object: CFTypeRef) -> CFTypeID {
  switch object {
  case is SecKey: SecKeyGetTypeID()
  case is SecCertificate: SecCertificateGetTypeID()
  case is SecTrust: SecTrustGetTypeID()
  case is SecIdentity: SecIdentityGetTypeID()
  default: 0
  }
}

extension CFError {
  /// `kCFErrorDomainOSStatus`
  static func status(_ status: OSStatus) -> CFError { CFError(domain: "NSOSStatusErrorDomain", code: Int(status)) }

  static func report(_ error: CFError, to place: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
    place?.pointee = Unmanaged.passRetained(error)
  }
}
