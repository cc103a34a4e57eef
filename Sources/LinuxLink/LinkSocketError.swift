/// Why a link of this machine could not be opened. What goes wrong later is ``PeerMesh/MeshError/linkClosed``.
@nonexhaustive
public enum LinkSocketError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No interface of this name is up with an address of the version that is asked for.
  case noInterface
  /// The group is no multicast address of IPv4, none of IPv6 for one link, or has no port.
  case notMulticast
  /// Not an address with a port.
  case notAnAddress
  /// An IPv6 address of one link without the interface on which it is meant.
  case zoneNeeded
  /// The other side did not answer in time.
  case timedOut
  /// The system refused; `call` is a word of ours, the number is the system's.
  case system(call: String, errno: Int32)

  public var description: String {
    switch self {
    case .noInterface: "no network interface of this name is up with an address of the same kind, IPv4 or IPv6"
    case .notMulticast:
      "a group is an IPv4 address from 224.0.0.0 to 239.255.255.255 or an IPv6 one of a link ([ff12::7]), with a port"
    case .notAnAddress:
      "an address is four numbers or IPv6 in brackets, a colon and a port: 10.0.0.7:6970, [fe80::1%eth0]:6970"
    case .zoneNeeded: "an IPv6 address of one link names its interface: [fe80::1%eth0]:6970"
    case .timedOut: "the other side did not answer in time"
    case .system(let call, let errno): "the system refused to \(call) (errno \(errno))"
    }
  }
}
