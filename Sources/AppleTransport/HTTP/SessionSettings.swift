import Foundation
import NetworkTrust
import Security
import SecurityPolicy

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// How a session of ours is set up: nothing is kept, nobody stands in between.
enum SessionSettings {
  static func make(_ requirement: NetworkRequirement, _ limits: TransportLimits) -> URLSessionConfiguration {
    let settings = URLSessionConfiguration.ephemeral
    // O.Ntwk_2#580
    settings.tlsMinimumSupportedProtocolVersion = requirement.minimumTLS.system
    settings.timeoutIntervalForRequest = requirement.requestTimeout.seconds
    settings.timeoutIntervalForResource = requirement.resourceTimeout.seconds
    settings.waitsForConnectivity = false
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.urlCredentialStorage = nil
    // An empty one, unlike none, takes the place of the system's proxies.
    settings.connectionProxyDictionary = [:]
    settings.httpMaximumConnectionsPerHost = limits.connections
    // The limit counts what arrives, and a small answer that unpacks into a large one does not exist.
    settings.httpAdditionalHeaders = ["Accept-Encoding": "identity"]
    return settings
  }
}

extension NetworkRequirement.TLSVersion {
  var system: tls_protocol_version_t {
    switch self {
    case .tls12: .TLSv12
    case .tls13: .TLSv13
    }
  }
}
