import Dispatch
import Foundation
public import PeerMesh

/// Finds other nodes over Bluetooth Low Energy and gives out a link to each: central and peripheral at once.
///
/// Nothing of the device, its name or its user is advertised: one service, the same for all, and behind it an id of eight
/// random bytes that changes every fifteen minutes. Nothing here is believed: a link only carries datagrams, and the mesh
/// proves the key on it; so pairing is not asked for. A datagram is one value: its size is read from the system at run time,
/// and the mesh cuts its records to it. What the system cannot take now waits until the system says so.
///
/// - Bounded: 8 connections, few newcomers a second, ten seconds until a connection is a link, values of 512 bytes.
/// - Does not hide that there is a mesh, who is near whom, how much is said. The service is what a scanner looks for.
///   Whoever is near can use up the connections for ten seconds at a time; jamming works, too.
/// - In the background (with `UIBackgroundModes` bluetooth-central and bluetooth-peripheral) the system shows the service only
///   to apps in the foreground that look for just this one, reports each device once and seldom, and gives seconds to answer:
///   two devices that lie in pockets do not find each other reliably. A link that is there goes on. Where the app is ended by
///   the system it is started again for its connections; each of them is then greeted and proven anew. A person who ends the
///   app by hand ends this, too.
/// - The app's Info.plist needs `NSBluetoothAlwaysUsageDescription`; the person is asked at ``start()``.
///
/// Source: Apple, Core Bluetooth Background Processing for iOS Apps, CBCentralManager, CBPeripheralManager; Bluetooth Core 5.4,
/// volume 3 part F.
public final class BluetoothNeighbourhood: Sendable {
  /// Links at once; the system's own limit is not documented and not much higher.
  public static let limit = 8
  /// Links to be attached to a node.
  public let links: AsyncStream<NearbyLink>
  /// Whether others can be found, and what a person can do about it; a value for each change.
  public let states: AsyncStream<NearbyState>
  private let queue: DispatchQueue
  private let central: BluetoothCentral
  private let peripheral: BluetoothPeripheral

  /// - Parameters:
  ///   - restoration: the name under which the system keeps the connections of an app that it ends; the same at every
  ///     start, nil for no restoration.
  ///   - numbers: names the links, those of all transports of one node.
  ///   - random: ids follow from it; the system's random source outside of tests.
  public init(
    restoration: String? = nil, numbers: @escaping @Sendable () -> LinkID, now: @escaping @Sendable () -> MeshTime,
    random: @escaping @Sendable () -> UInt64
  ) {
    let neighbours = Neighbours<BluetoothPeer>(
      .bluetooth, limit: Self.limit, numbers: numbers, now: now, random: random)
    let report = StateReport()
    queue = DispatchQueue(label: "mantlet.bluetooth")
    central = BluetoothCentral(neighbours, report, queue, restoration)
    peripheral = BluetoothPeripheral(neighbours, report, queue, restoration)
    links = neighbours.links
    states = report.states
    neighbours.disconnect = { [weak central, weak peripheral] key in
      switch key {
      case .peripheral(let name): central?.disconnect(name)
      case .central(let name): peripheral?.disconnect(name)
      }
    }
  }

  deinit { close() }

  /// Shows this device to others and looks for them. At the first time the system asks the person for permission. A second
  /// call does nothing.
  public func start() {
    queue.sync {
      central.start()
      peripheral.start()
    }
  }

  /// Ends what did not become a link in time, reads the sizes anew and looks for devices that were lost; to be called every
  /// few seconds.
  public func tend() { queue.async { [central, peripheral] in Self.tend(central, peripheral) } }

  private static func tend(_ central: BluetoothCentral, _ peripheral: BluetoothPeripheral) {
    central.tend()
    peripheral.tend()
  }

  /// Ends all links, and nobody finds this device any more.
  public func close() {
    queue.async { [central, peripheral] in
      peripheral.close()
      central.close()
    }
  }
}
