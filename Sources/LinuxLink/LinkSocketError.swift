/// Why a link of this machine could not be opened. What goes wrong later is ``PeerMesh/MeshError/linkClosed``.
@nonexhaustive
public enum LinkSocketError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No interface of this name is up with an IPv4 address.
  case noInterface
  /// The group is no IPv4 multicast address, or has no port.
  case notMulticast
  /// Not an IPv4 address with a port.
  case notAnAddress
  /// The other side did not answer in time.
  case timedOut
  /// The system refused; `call` is a word of ours, the number is the system's.
  case system(call: String, errno: Int32)

  public var description: String {
    switch self {
    case .noInterface: "no network interface of this name is up with an IPv4 address"
    case .notMulticast: "a group is an IPv4 address from 224.0.0.0 to 239.255.255.255 with a port"
    case .notAnAddress: "an address is four numbers, a colon and a port: 10.0.0.7:6970"
    case .timedOut: "the other side did not answer in time"
    case .system(let call, let errno): "the system refused to \(call) (errno \(errno))"
    }
  }
}
