import NetworkTrust
import Synchronization

/// How the pins of an app change while it is installed, and where it is noted that they failed. An adapter makes one for
/// its transport; ``Shield/updatePins()`` and ``Shield/reportPinFailures()`` use it.
public struct PinUpkeep: Sendable {
  /// The pins of the policy and those of the newest signed update.
  public let rotation: PinRotation
  /// What the transport saw instead of pinned keys.
  public let failures: PinFailureQueue
  /// Makes the transport judge every later handshake by these pins. Open connections may end by it.
  public let adopt: @Sendable (PinPolicy) throws(NetworkError) -> Void
  private let obeyed: Obeyed

  /// - Parameter obeyed: the pins that the transport judges by already; nil when that is not known.
  public init(
    rotation: PinRotation, failures: PinFailureQueue, obeyed: PinPolicy? = nil,
    adopt: @escaping @Sendable (PinPolicy) throws(NetworkError) -> Void
  ) {
    self.rotation = rotation
    self.failures = failures
    self.adopt = adopt
    self.obeyed = Obeyed(obeyed)
  }

  /// Adopts pins that the transport does not judge by already.
  func obey(_ pins: PinPolicy) throws(NetworkError) {
    try obeyed.pins.withLock { current throws(NetworkError) in
      guard current != pins else { return }
      try adopt(pins)
      current = pins
    }
  }

  private final class Obeyed: Sendable {
    let pins: Mutex<PinPolicy?>
    init(_ pins: PinPolicy?) { self.pins = Mutex(pins) }
  }
}
