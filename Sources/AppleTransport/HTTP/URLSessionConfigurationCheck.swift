#if canImport(Darwin)
  public import Foundation
#else
  import Foundation
#endif
import Security
public import SecurityPolicy

#if canImport(EmulatedURLSession)
  public import EmulatedURLSession
#endif

/// Looks at a `URLSession` that somebody else made, or made over: an app's own, or one of a library.
///
/// - Claim: a session that holds judges servers by our delegate, keeps nothing on disk, speaks TLS 1.2 at least, names no
///   proxy and no protocol class that Apple did not make.
/// - Does not see: code that replaces methods of `URLSession` itself and answers this check, too; a protocol class out of a
///   bundle that calls itself Apple's, which takes a framework with a false identifier inside the app; web views and streams,
///   which use no session.
///
/// Source: MASVS-NETWORK-2, MASVS-STORAGE-2; BSI TR-03161-1 O.Ntwk_5.
public enum URLSessionConfigurationCheck {
  /// Fails with the first thing that is wrong. `URLSession.shared` always fails: it has no delegate.
  public static func verdict(of session: URLSession) -> Verdict {
    guard let delegate = session.delegate else {
      return .fails("the session asks nobody about its servers")
    }
    guard type(of: delegate) == SessionDelegate.self else {
      return .fails("the session asks a delegate about its servers that is not ours")
    }
    return verdict(of: session.configuration)
  }

  /// For settings without a session: says nothing about who judges the servers.
  public static func verdict(of settings: URLSessionConfiguration) -> Verdict {
    if settings.tlsMinimumSupportedProtocolVersion.rawValue < tls_protocol_version_t.TLSv12.rawValue {
      return .fails("the session speaks TLS older than 1.2")
    }
    if let proxies = settings.connectionProxyDictionary, !proxies.isEmpty {
      return .fails("the session names a proxy")
    }
    // Not held against a new configuration: a library may have put its class into every one.
    if let classes = settings.protocolClasses, !classes.allSatisfy(isSystems) {
      return .fails("a protocol class that is not the system's loads for the session")
    }
    if settings.urlCache != nil { return .fails("the session keeps answers in a cache") }
    if settings.httpCookieStorage != nil { return .fails("the session keeps cookies") }
    if settings.urlCredentialStorage != nil { return .fails("the session keeps credentials") }
    return .holds
  }

  private static func isSystems(_ type: AnyClass) -> Bool {
    Bundle(for: type).bundleIdentifier?.hasPrefix("com.apple.") == true
  }

  static func verdict(of session: URLSession, expecting delegate: SessionDelegate) -> Verdict {
    guard session.delegate === delegate else {
      return .fails("the session asks a delegate about its servers that is not ours")
    }
    return verdict(of: session.configuration)
  }
}
