public import Foundation

/// Follows Apple. Left out: the interface of an address, the named addresses.
public struct IPv4Address: Sendable, Hashable {
  public let rawValue: Data
  let text: String

  public init?(_ string: String) {
    guard let bytes = bytes(of: string, AF_INET, 4) else { return nil }
    (rawValue, text) = (bytes, string)
  }
}

/// Follows Apple. Left out: the interface of an address, the named addresses.
public struct IPv6Address: Sendable, Hashable {
  public let rawValue: Data
  let text: String

  public init?(_ string: String) {
    guard let bytes = bytes(of: string, AF_INET6, 16) else { return nil }
    (rawValue, text) = (bytes, string)
  }

  /// The IPv4 address that this one stands for: ::ffff:0:0/96.
  public var asIPv4: IPv4Address? {
    let bytes = Array(rawValue)
    guard bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] else { return nil }
    return IPv4Address(bytes.suffix(4).map(String.init).joined(separator: "."))
  }
}

private func bytes(of string: String, _ family: Int32, _ count: Int) -> Data? {
  var bytes = [UInt8](repeating: 0, count: count)
  return inet_pton(family, string, &bytes) == 1 ? Data(bytes) : nil
}
