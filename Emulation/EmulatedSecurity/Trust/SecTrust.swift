public import Foundation

/// Certificates, the policies to judge them by, and what came of it. Follows Apple: evaluating is done by somebody else
/// (here OpenSSL); anchors that were set are the only ones until `SecTrustSetAnchorCertificatesOnly(false)`; whatever is
/// changed makes an earlier answer void. Left out: exceptions, revocation, certificate transparency, fetching.
public final class SecTrust {
  let device: EmulatedDevice
  let certificates: [SecCertificate]
  var policies: [SecPolicy]
  var anchors: [SecCertificate]?
  var anchorsOnly = true
  var fetchesFromNetwork = true
  var date: Date?
  var result: (status: OSStatus, path: [SecCertificate])?

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy], device: EmulatedDevice) {
    self.certificates = certificates
    self.policies = policies
    self.device = device
  }

  func evaluated() -> (status: OSStatus, path: [SecCertificate]) {
    if let result { return result }
    let own = (anchors ?? []).map(\.encoded)
    let system = anchors == nil || !anchorsOnly ? device.systemAnchors : []
    var search = PathSearch(
      leaf: certificates.first?.encoded ?? Data(), others: certificates.dropFirst().map(\.encoded),
      anchors: own + system, isForServers: policies.contains(where: \.isForServers), date: date ?? Date())
    search.host = policies.compactMap(\.host).first
    let answer = search.answer()
    var status = answer.map { TrustStatus.of($0.error) } ?? errSecInternalComponent
    // Apple's systems know no Ed25519. By which number they refuse it is not told; this is the one that says least.
    if status == errSecSuccess, answer?.path.contains(where: TrustStatus.namesEd25519) == true {
      status = errSecNotTrusted
    }
    status = device.veto(on: answer?.path ?? []) ?? status
    let found = (status, (answer?.path ?? []).map(SecCertificate.init))
    result = found
    device.note(pathError: answer?.error, fetching: fetchesFromNetwork)
    return found
  }
}

enum TrustStatus {
  /// Whether a certificate has a key, or a signature, of that kind: its AlgorithmIdentifier has no other form (RFC 8410,
  /// section 3).
  static func namesEd25519(_ certificate: Data) -> Bool {
    certificate.firstRange(of: Data([0x30, 5, 6, 3, 0x2B, 0x65, 0x70])) != nil
  }

  /// The status for OpenSSL's error, as near as Apple's documentation names one.
  static func of(_ error: Int32) -> OSStatus {
    switch error {
    case 0: errSecSuccess
    case 9: errSecCertificateNotValidYet
    case 10: errSecCertificateExpired
    case 23: errSecCertificateRevoked
    case 26: errSecInvalidExtendedKeyUsage
    case 62, 64: errSecHostNameMismatch
    case 66, 67: errSecUnsupportedKeySize
    case 68: errSecInvalidDigestAlgorithm
    case 2, 20, 21: errSecCreateChainFailed
    default: errSecNotTrusted
    }
  }
}

public func SecTrustGetTypeID() -> CFTypeID { 9 }

public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard let rules = (policies as? [SecPolicy]) ?? (policies as? SecPolicy).map({ [$0] }) else { return errSecParam }
  (trust.policies, trust.result) = (rules, nil)
  return errSecSuccess
}

public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchorCertificates: CFArray?) -> OSStatus {
  guard let anchorCertificates else {
    (trust.anchors, trust.result) = (nil, nil)
    return errSecSuccess
  }
  guard let list = anchorCertificates as? [SecCertificate] else { return errSecParam }
  (trust.anchors, trust.anchorsOnly, trust.result) = (list, true, nil)
  return errSecSuccess
}

public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ anchorCertificatesOnly: Bool) -> OSStatus {
  (trust.anchorsOnly, trust.result) = (anchorCertificatesOnly, nil)
  return errSecSuccess
}

public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
  (trust.date, trust.result) = (verifyDate, nil)
  return errSecSuccess
}

public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
  trust.fetchesFromNetwork = allowFetch
  return errSecSuccess
}

/// Follows Apple: false with an error whose code is the status of the first thing that is wrong.
public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
  let status = trust.evaluated().status
  error?.pointee = status == errSecSuccess ? nil : .status(status)
  return status == errSecSuccess
}

/// Follows Apple: the path as evaluated, leaf first; evaluates first where nobody did. After a failure it is the best
/// that was found.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { trust.evaluated().path }
