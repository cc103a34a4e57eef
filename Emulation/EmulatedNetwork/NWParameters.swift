public import Foundation
public import Security

/// Where a connection goes. Follows Apple as far as names, addresses, ports and services go. Left out: paths, URLs.
public enum NWEndpoint: Sendable, Hashable {
  case hostPort(host: Host, port: Port)
  case service(name: String, type: String, domain: String, interface: NWInterface?)

  public enum Host: Sendable, Hashable {
    case name(String, NWInterface?)
    case ipv4(IPv4Address)
    case ipv6(IPv6Address)

    /// A name or an address.
    public init(_ string: String) {
      if let address = IPv4Address(string) {
        self = .ipv4(address)
      } else if let address = IPv6Address(string) {
        self = .ipv6(address)
      } else {
        self = .name(string, nil)
      }
    }

    var text: String {
      switch self {
      case .name(let name, _): name
      case .ipv4(let address): address.text
      case .ipv6(let address): address.text
      }
    }
  }

  public struct Port: Sendable, Hashable {
    public let rawValue: UInt16
    public init?(rawValue: UInt16) { self.rawValue = rawValue }
    init(number: UInt16) { rawValue = number }
  }
}

/// What a service was found on; here the network of the test, and the address that the finder has there.
public struct NWInterface: Sendable, Hashable {
  let place: EmulatedPlace
}

/// One network is one place, whatever address the finder has on it.
struct EmulatedPlace: Sendable, Hashable {
  let network: EmulatedLocalNetwork
  let address: String?

  static func == (left: EmulatedPlace, right: EmulatedPlace) -> Bool { left.network == right.network }
  func hash(into hasher: inout Hasher) { hasher.combine(network) }
}

/// Follows Apple as far as the other end goes.
public struct NWPath: Sendable {
  public let remoteEndpoint: NWEndpoint?
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
  /// Also the wireless link from device to device, without an access point.
  public var includePeerToPeer = false

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
