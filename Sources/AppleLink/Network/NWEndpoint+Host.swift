import Foundation
import Network

extension NWEndpoint {
  /// The bytes of the address, without port and interface; an IPv4 address is the same one inside of IPv6. Nil for names.
  var hostAddress: [UInt8]? {
    guard case .hostPort(let host, _) = self else { return nil }
    return switch host {
    case .ipv4(let address): Array(address.rawValue)
    case .ipv6(let address): Array(address.asIPv4?.rawValue ?? address.rawValue)
    case .name: nil
    @unknown default: nil
    }
  }
}
