@_exported public import FoundationNetworking
public import Foundation
public import Security

// Foundation's Linux version has an empty one of this name.
public typealias tls_protocol_version_t = Security.tls_protocol_version_t

/// How a session behaves. Follows Apple: a session copies it when it is made. Left out: whatever stands not here; the
/// cache is kept and never used.
open class URLSessionConfiguration: NSObject {
  /// Follows Apple: of background sessions only.
  open private(set) var identifier: String?
  open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
  /// Seconds without any byte.
  open var timeoutIntervalForRequest: TimeInterval = 60
  open var timeoutIntervalForResource: TimeInterval = 604_800
  /// Apple's default is the system's and not told; the oldest here, so that who asks for nothing gets it.
  open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t = .TLSv10
  open var connectionProxyDictionary: [AnyHashable: Any]?
  open var httpAdditionalHeaders: [AnyHashable: Any]?
  open var httpMaximumConnectionsPerHost = 6
  open var httpShouldSetCookies = true
  open var httpCookieStorage: HTTPCookieStorage?
  open var urlCredentialStorage: URLCredentialStorage?
  open var urlCache: URLCache?
  open var waitsForConnectivity = false
  open var protocolClasses: [AnyClass]?

  /// Apple has no such initializer that an app may call.
  init(kept: Bool) {
    httpCookieStorage = kept ? .shared : FoundationNetworking.URLSessionConfiguration.ephemeral.httpCookieStorage
    urlCredentialStorage = kept ? .shared : URLCredentialStorage()
    urlCache = kept ? .shared : URLCache(memoryCapacity: 512_000, diskCapacity: 0, diskPath: nil)
    protocolClasses = EmulatedWrapper.protocolClasses?() ?? []
  }

  /// Storages of the app, on disk.
  open class var `default`: URLSessionConfiguration { URLSessionConfiguration(kept: true) }
  /// Follows Apple: storages of its own, in memory.
  open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration(kept: false) }

  /// Follows Apple: the storages of the app, and no cache.
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    let settings = URLSessionConfiguration(kept: true)
    settings.identifier = identifier
    settings.urlCache = nil
    return settings
  }

  open override func copy() -> Any {
    let other = URLSessionConfiguration(kept: false)
    other.identifier = identifier
    other.requestCachePolicy = requestCachePolicy
    other.timeoutIntervalForRequest = timeoutIntervalForRequest
    other.timeoutIntervalForResource = timeoutIntervalForResource
    other.tlsMinimumSupportedProtocolVersion = tlsMinimumSupportedProtocolVersion
    other.connectionProxyDictionary = connectionProxyDictionary
    other.httpAdditionalHeaders = httpAdditionalHeaders
    other.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    other.httpShouldSetCookies = httpShouldSetCookies
    other.httpCookieStorage = httpCookieStorage
    other.urlCredentialStorage = urlCredentialStorage
    other.urlCache = urlCache
    other.waitsForConnectivity = waitsForConnectivity
    other.protocolClasses = protocolClasses
    return other
  }
}
