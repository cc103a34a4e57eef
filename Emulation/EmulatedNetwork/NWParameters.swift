public import Foundation
public import Security

/// Where a connection goes. Follows Apple as far as names, addresses and ports go. Left out: services, paths, interfaces.
public enum NWEndpoint {
  public struct Host: Sendable, Hashable {
    let text: String
    /// A name or an address.
    public init(_ string: String) { text = string }
  }

  public struct Port: Sendable, Hashable {
    public let rawValue: UInt16
    public init?(rawValue: UInt16) { self.rawValue = rawValue }
  }
}

public class NWProtocolOptions {}

public enum NWProtocolTLS {
  public class Options: NWProtocolOptions {
    let own = EmulatedTLSOptions()
    public override init() {}
    public var securityProtocolOptions: sec_protocol_options_t { own }
  }
}

public enum NWProtocolTCP {
  public class Options: NWProtocolOptions {
    public var noDelay = false
    /// Seconds.
    public var connectionTimeout = 0
    public override init() {}
  }
}

public class NWParameters {
  let tls: NWProtocolTLS.Options?
  let tcp: NWProtocolTCP.Options
  public var preferNoProxies = false

  public init(tls: NWProtocolTLS.Options?, tcp: NWProtocolTCP.Options) {
    self.tls = tls
    self.tcp = tcp
  }
}

/// Follows Apple. Left out: Wi-Fi Aware.
public enum NWError: Error, Equatable {
  case posix(POSIXErrorCode)
  case dns(Int32)
  /// The status of Secure Transport, such as -9808.
  case tls(OSStatus)
}
