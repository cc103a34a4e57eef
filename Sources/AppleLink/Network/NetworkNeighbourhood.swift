import Dispatch
import Foundation
public import PeerMesh

/// Finds other nodes by Bonjour, on the local network and from device to device without an access point, and gives out a
/// link to each: the successor of Multipeer Connectivity, on Network.framework.
///
/// TCP without TLS: the mesh proves the key and seals every frame, so a second encryption that proves nobody would add
/// nothing. The name of the service is random for each start and says nothing; a datagram stands behind two bytes of length.
///
/// - Bounded: few newcomers a second, ten seconds until a connection is a link, datagrams of 16 KiB and one unfinished
///   per connection. Of those who have not proven the mission's key there are 32, eight of one host, and the oldest
///   goes for a newcomer. Those who have are the node's to bound (``PeerMesh/MeshLimits/links``); 96 in all, however
///   many that allows.
/// - Who holds many addresses is many hosts: newcomers compete with it for places and for the time until their proof.
/// - Does not hide that there is a mesh, who is near whom, how much is said.
/// - In the background the system stops listeners and browsers: ``close()`` when the app leaves the foreground and make
///   another one when it is back, which also changes the name.
/// - The app's Info.plist needs `NSLocalNetworkUsageDescription` and `_mantlet-link._tcp` under `NSBonjourServices`.
///
/// Source: Apple, NWListener, NWBrowser, NWParameters `includePeerToPeer`, TN3151, TN3179.
public final class NetworkNeighbourhood: Sendable {
  /// Connections that have proven nothing.
  static let strangers = 32
  /// Connections in all: what a node keeps, and strangers.
  public static let limit = MeshLimits().links + strangers
  public static let serviceType = "_mantlet-link._tcp"
  /// Links to be attached to a node.
  public let links: AsyncStream<NearbyLink>
  /// Whether others can be found, and what a person can do about it; a value for each change.
  public let states: AsyncStream<NearbyState>
  private let station: NetworkStation

  /// - Parameters:
  ///   - numbers: names the links, those of all transports of one node.
  ///   - random: the name of the service follows from it; the system's random source outside of tests.
  public init(
    numbers: @escaping @Sendable () -> LinkID, now: @escaping @Sendable () -> MeshTime,
    random: @escaping @Sendable () -> UInt64
  ) {
    let neighbours = Neighbours<NetworkPeer>(
      .network, limit: Self.limit, strangers: Self.strangers, numbers: numbers, now: now, random: random)
    let report = StateReport()
    links = neighbours.links
    states = report.states
    station = NetworkStation(neighbours, report)
  }

  deinit { close() }

  /// Shows this device to others and looks for them; at the first time the system asks the person for permission. A second
  /// call does nothing.
  ///
  /// - Throws: ``PeerMesh/NearbyRefusal/system(call:code:)`` when the system makes no listener.
  public func start() throws(NearbyRefusal) { try station.start() }

  /// Ends what did not become a link in time and dials who was lost; to be called every few seconds.
  public func tend() { station.tend() }

  /// Ends all links, and nobody finds this device any more.
  public func close() { station.close() }
}
