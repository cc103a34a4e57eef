public import Foundation
public import Security

public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

/// What a challenge is about. Follows Apple: `serverTrust` is there for that method alone.
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  // @unchecked: never changed after it was made, as at Apple; the trust object has one reader at a time.
  public let host: String
  public let port: Int
  public let authenticationMethod: String
  public let serverTrust: SecTrust?

  init(host: String, port: Int, method: String, trust: SecTrust?) {
    (self.host, self.port, authenticationMethod, serverTrust) = (host, port, method, trust)
  }

  open override func isProxy() -> Bool { false }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  // @unchecked: one constant.
  public let protectionSpace: URLProtectionSpace

  init(_ space: URLProtectionSpace) { protectionSpace = space }
}

/// Follows Apple: a credential made of a trust object says that its server is believed, whatever was found out about it.
open class URLCredential: NSObject, @unchecked Sendable {
  // @unchecked: constants.
  public enum Persistence: UInt, Sendable { case none, forSession, permanent }

  let trust: SecTrust?
  public let identity: SecIdentity?
  public let certificates: [Any]
  public let persistence: Persistence

  public init(trust: SecTrust) {
    (self.trust, identity, certificates, persistence) = (trust, nil, [], .none)
  }

  public init(identity: SecIdentity, certificates: [Any]?, persistence: Persistence) {
    (trust, self.identity, self.certificates, self.persistence) = (nil, identity, certificates ?? [], persistence)
  }
}
