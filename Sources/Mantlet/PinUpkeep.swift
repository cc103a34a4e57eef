import Foundation
import NetworkTrust
import Synchronization
import TrustWire

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
  let recall: PinRecall

  /// - Parameter obeyed: the pins that the transport judges by already; nil when that is not known.
  public init(
    rotation: PinRotation, failures: PinFailureQueue, obeyed: PinPolicy? = nil,
    adopt: @escaping @Sendable (PinPolicy) throws(NetworkError) -> Void
  ) {
    self.rotation = rotation
    self.failures = failures
    self.adopt = adopt
    self.obeyed = Obeyed(obeyed)
    recall = PinRecall(rotation)
  }

  /// Adopts pins that the transport does not judge by already.
  func obey(_ pins: PinPolicy) throws(NetworkError) {
    try obeyed.pins.withLock { current throws(NetworkError) in
      guard current != pins else { return }
      try adopt(pins)
      current = pins
    }
  }

  /// Asks for the newest signed update and obeys it.
  /// - Returns: whether there was one.
  func update(over client: TrustClient, at now: Date) async throws(ShieldError) -> Bool {
    await recall.noteBegin(at: now)
    let compact: String?
    do { compact = try await client.pins() } catch { throw .session(error) }
    if let compact {
      let pins: PinPolicy
      do { pins = try await rotation.accept(compact, at: now) } catch { throw .pinsRefused(error) }
      do { try obey(pins) } catch { throw .network(error) }
    }
    await recall.noteAnswer(at: now)
    return compact != nil
  }

  /// The transport that looks after its pins before each request.
  func recalling(_ transport: any HTTPTransport, at endpoint: String, now: @escaping @Sendable () -> Date)
    -> any HTTPTransport
  {
    let client = TrustClient(transport: transport, endpoint: endpoint)
    return RecallingTransport(transport, recall: recall, except: TrustRoute.pins.rawValue, now: now) {
      // What fails now is tried again later, and the pins before it stay in force.
      _ = try? await update(over: client, at: now())
    }
  }

  private final class Obeyed: Sendable {
    let pins: Mutex<PinPolicy?>
    init(_ pins: PinPolicy?) { self.pins = Mutex(pins) }
  }
}
