import Dispatch
import Foundation
public import PeerMesh

/// Finds other nodes by Multipeer Connectivity while the app is in the foreground and gives out a link to each.
///
/// The transport's encryption is required and not relied on: without certificates it proves nobody, so the mesh proves the key
/// and seals inside, as on every link. The display name is random for each start, the discovery information is empty, and an
/// invitation is accepted into one of seven sessions, each for one neighbour; what Multipeer offers besides data (streams,
/// files, third parties in a session) ends the link.
///
/// - Bounded: 7 neighbours, few newcomers a second, data of 16 KiB. The system assembles data before it shows it: what a
///   hostile neighbour makes it hold is its own bound, and what waits to be sent by the system is not counted here.
/// - Does not hide that there is a mesh, and who is near: the random name goes out in clear by Bonjour.
/// - In the background the system ends sessions: call ``close()`` when the app leaves the foreground and make another one
///   when it is back, which also changes the name.
/// - The app's Info.plist needs `NSLocalNetworkUsageDescription` and `_mantlet-mesh._tcp`, `_mantlet-mesh._udp` under
///   `NSBonjourServices`. From iOS 27 on Multipeer Connectivity is deprecated: ``NetworkNeighbourhood`` is its successor.
///
/// Source: Apple, MCSession, MCNearbyServiceAdvertiser, MCNearbyServiceBrowser, TN3151.
public final class MultipeerNeighbourhood: Sendable {
  /// A session has eight members, oneself among them.
  public static let limit = 7
  public static let serviceType = "mantlet-mesh"
  /// Links to be attached to a node.
  public let links: AsyncStream<NearbyLink>
  /// Whether others can be found; a value for each change. A person who denies the local network is not told apart from
  /// an empty room by every system.
  public let states: AsyncStream<NearbyState>
  private let hall: MultipeerHall

  /// - Parameters:
  ///   - numbers: names the links, those of all transports of one node.
  ///   - random: the display name follows from it; the system's random source outside of tests.
  public init(
    numbers: @escaping @Sendable () -> LinkID, now: @escaping @Sendable () -> MeshTime,
    random: @escaping @Sendable () -> UInt64
  ) {
    let neighbours = Neighbours<NearbyID>(.multipeer, limit: Self.limit, numbers: numbers, now: now, random: random)
    let report = StateReport()
    links = neighbours.links
    states = report.states
    hall = MultipeerHall(neighbours, report)
  }

  deinit { close() }

  /// Shows this device to others and looks for them. A second call does nothing.
  public func start() { hall.start() }

  /// Ends what did not become a link in time; to be called every few seconds.
  public func tend() { hall.tend() }

  /// Ends all links, and nobody finds this device any more.
  public func close() { hall.close() }
}
