import Foundation

/// The devices that can find each other by Multipeer Connectivity. Apple has nothing like it.
public final class EmulatedCrowd: @unchecked Sendable {
  // @unchecked: everything that changes is behind the lock.
  @TaskLocal public static var current = EmulatedCrowd()

  /// One for all: a session may be made where nobody knows the crowd.
  private static let lock = NSRecursiveLock()
  private var advertisers: [Weak<MCNearbyServiceAdvertiser>] = []
  private var browsers: [Weak<MCNearbyServiceBrowser>] = []
  private var error: NSError?

  public init() {}

  static func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  /// Whoever starts from now on is refused with this code, as when the person denies the local network.
  public func refuse(code: Int?) { Self.locked { error = code.map { NSError(domain: MCErrorDomain, code: $0) } } }

  /// Somebody else enters a session, as by an invitation of one of its members.
  public static func lead(_ newcomer: MCSession, into session: MCSession) { locked { session.join(newcomer) } }

  var refusal: NSError? { error }

  func enter(_ advertiser: MCNearbyServiceAdvertiser) {
    advertisers.append(Weak(value: advertiser))
    for browser in browsers.compactMap(\.value) { browser.found(advertiser) }
  }

  func enter(_ browser: MCNearbyServiceBrowser) {
    browsers.append(Weak(value: browser))
    for advertiser in advertisers.compactMap(\.value) { browser.found(advertiser) }
  }

  func leave(_ advertiser: MCNearbyServiceAdvertiser) {
    guard advertisers.contains(where: { $0.value === advertiser }) else { return }
    advertisers.removeAll { $0.value == nil || $0.value === advertiser }
    for browser in browsers.compactMap(\.value) { browser.lost(advertiser) }
  }

  func leave(_ browser: MCNearbyServiceBrowser) { browsers.removeAll { $0.value == nil || $0.value === browser } }

  func advertiser(_ peer: MCPeerID, _ type: String) -> MCNearbyServiceAdvertiser? {
    advertisers.compactMap(\.value).first { $0.myPeerID == peer && $0.serviceType == type }
  }
}

struct Weak<Value: AnyObject> {
  weak var value: Value?
}

/// What is handed to a queue of the system's.
struct Sent<Value>: @unchecked Sendable {
  // @unchecked: made by one thread and used by another, as at Apple.
  let value: Value
}

extension DispatchQueue {
  func tell(_ body: @escaping () -> Void) {
    let sent = Sent(value: body)
    async { sent.value() }
  }
}
