public import Foundation

public typealias CFDate = Date

public let kSecClassCertificate: CFString = "kSecClassCertificate"
public let kSecClassIdentity: CFString = "kSecClassIdentity"
public let kSecValueRef: CFString = "kSecValueRef"
public let kSecAttrKeyTypeRSA: CFString = "kSecAttrKeyTypeRSA"

public let errSecInternalComponent: OSStatus = -2070
public let errSecCreateChainFailed: OSStatus = -25318
public let errSecHostNameMismatch: OSStatus = -67602
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609
public let errSecUnsupportedKeySize: OSStatus = -67735
public let errSecInvalidDigestAlgorithm: OSStatus = -67815
public let errSecCertificateExpired: OSStatus = -67818
public let errSecCertificateNotValidYet: OSStatus = -67819
public let errSecCertificateRevoked: OSStatus = -67820
public let errSecNotTrusted: OSStatus = -67843

public let errSSLProtocol: OSStatus = -9800
public let errSSLPeerHandshakeFail: OSStatus = -9824
public let errSSLBadCert: OSStatus = -9808
public let errSSLPeerProtocolVersion: OSStatus = -9836
public let errSSLClosedAbort: OSStatus = -9806
public let errSSLPeerCertUnknown: OSStatus = -9829
public let errSSLCertificateRequired: OSStatus = -9863
public let errSSLClosedNoNotify: OSStatus = -9816
public let errSSLPeerBadCert: OSStatus = -9825
public let errSSLPeerCertExpired: OSStatus = -9828
public let errSSLPeerCertRevoked: OSStatus = -9827
public let errSSLPeerUnknownCA: OSStatus = -9831
public let errSSLPeerUnsupportedCert: OSStatus = -9826
public let errSSLPeerAccessDenied: OSStatus = -9832
