import NetworkTrust
import Synchronization

/// The first reason why there is no connection: the verify block knows it, the connection only that it was refused.
final class FirstReason: Sendable {
  private let kept = Mutex<NetworkError?>(nil)

  var value: NetworkError? { kept.withLock { $0 } }

  func note(_ reason: NetworkError) { kept.withLock { if $0 == nil { $0 = reason } } }
}
