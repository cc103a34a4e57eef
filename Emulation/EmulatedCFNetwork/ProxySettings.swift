import Synchronization

public typealias CFString = String
public typealias CFDictionary = [String: Any]

public let kCFNetworkProxiesHTTPEnable: CFString = "HTTPEnable"
public let kCFNetworkProxiesProxyAutoConfigEnable: CFString = "ProxyAutoConfigEnable"

/// Core Foundation's dictionaries are Swift's own here and no classes, so Swift's own `Unmanaged` cannot hold them.
public struct Unmanaged<Instance> {
  let value: Instance
  public func takeRetainedValue() -> Instance { value }
}

/// The network that the phone is in. Apple has nothing like it.
public final class EmulatedNetwork: Sendable {
  @TaskLocal public static var current = EmulatedNetwork()

  public struct State: Sendable {
    public var isKnown = true
    public var usesProxy = false
    public var usesProxyScript = false
    public var interfaces = ["en0"]
  }

  private let state = Mutex(State())

  public init() {}

  public func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  var now: State { state.withLock { $0 } }
}

public func CFNetworkCopySystemProxySettings() -> Unmanaged<CFDictionary>? {
  let now = EmulatedNetwork.current.now
  guard now.isKnown else { return nil }
  return Unmanaged(value: [
    kCFNetworkProxiesHTTPEnable: now.usesProxy ? 1 : 0,
    kCFNetworkProxiesProxyAutoConfigEnable: now.usesProxyScript ? 1 : 0,
    "__SCOPED__": Dictionary(uniqueKeysWithValues: now.interfaces.map { ($0, [String: Any]()) }),
  ])
}
