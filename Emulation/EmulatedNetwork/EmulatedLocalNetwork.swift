import Foundation

/// The services that devices on one network, or near each other, can find. Apple has nothing like it.
public final class EmulatedLocalNetwork: Hashable, @unchecked Sendable {
  // @unchecked: everything that changes is behind the lock.
  @TaskLocal public static var current = EmulatedLocalNetwork()

  /// The address of the device that a listener or a browser is made on; each has one of its own where none is said.
  @TaskLocal public static var address: String?

  let lock = NSRecursiveLock()
  private var addresses: UInt16 = 0
  private var listeners: [Weak<NWListener>] = []
  private var browsers: [Weak<NWBrowser>] = []
  private var refusal: NWError?
  private var hasAccessPoint = true

  public init() {}

  public static func == (left: EmulatedLocalNetwork, right: EmulatedLocalNetwork) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  struct Weak<Value: AnyObject> {
    weak var value: Value?
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// Whoever starts from now on waits with this error, as when the person denies the local network.
  public func refuse(_ error: NWError?) { locked { refusal = error } }

  /// Without an access point only who includes peer-to-peer is found.
  public func losesAccessPoint() { locked { hasAccessPoint = false } }

  /// The same service as a device at this address finds it.
  public static func found(_ endpoint: NWEndpoint, by address: String) -> NWEndpoint {
    guard case .service(let name, let type, let domain, let interface?) = endpoint else { return endpoint }
    let other = NWInterface(place: EmulatedPlace(network: interface.place.network, address: address))
    return .service(name: name, type: type, domain: domain, interface: other)
  }

  var denied: NWError? { refusal }

  func newAddress() -> String {
    locked {
      addresses += 1
      return Self.address ?? "10.0.\(addresses >> 8).\(addresses & 255)"
    }
  }

  func enter(_ listener: NWListener) {
    listeners.append(Weak(value: listener))
    tell()
  }

  func enter(_ browser: NWBrowser) {
    browsers.append(Weak(value: browser))
    tell()
  }

  func leave(_ listener: NWListener) {
    listeners.removeAll { $0.value == nil || $0.value === listener }
    tell()
  }

  func leave(_ browser: NWBrowser) { browsers.removeAll { $0.value == nil || $0.value === browser } }

  func listener(_ endpoint: NWEndpoint) -> NWListener? {
    listeners.compactMap(\.value).first { $0.endpoint(in: self) == endpoint }
  }

  func isReachable(_ one: NWParameters, _ other: NWParameters) -> Bool {
    hasAccessPoint || one.includePeerToPeer && other.includePeerToPeer
  }

  private func tell() {
    for browser in browsers.compactMap(\.value) {
      let found = listeners.compactMap(\.value).filter { isReachable($0.parameters, browser.parameters) }
      browser.found(found.compactMap { $0.endpoint(in: self) })
    }
  }
}
