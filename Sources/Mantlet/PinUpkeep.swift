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

  /// Seconds that a request waits for new pins when those of the kept update have ended.
  private static let patience: Duration = .seconds(10)

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

  /// Has the transport judge by the update that is kept, unless it does already. What cannot be read now (the device may
  /// be locked) leaves everything as it is, so this is called whenever pins matter.
  func obeyKept(at now: Date) async throws(NetworkError) {
    guard let pins = await rotation.known(at: now) else { return }
    try obeyed.pins.withLock { current throws(NetworkError) in
      // Of two calls the one that read first may come last. Whether an update has ended its judge sees by itself.
      guard current.map({ $0.number < pins.number }) ?? true else { return }
      try adopt(pins)
      current = pins
    }
  }

  /// Asks for the newest signed update and obeys it. What is kept is obeyed before, and whatever becomes of the question.
  /// - Returns: whether there was one.
  func update(over client: TrustClient, at now: Date) async throws(ShieldError) -> Bool {
    await recall.noteBegin(at: now)
    // O.Ntwk_4#974: whoever holds a withdrawn key would answer that there is no update.
    try? await obeyKept(at: now)
    let compact: String?
    do { compact = try await client.pins() } catch {
      try? await obeyKept(at: now)
      throw .session(error)
    }
    if let compact {
      do { _ = try await rotation.accept(compact, at: now) } catch {
        try? await obeyKept(at: now)
        throw .pinsRefused(error)
      }
    }
    do { try await obeyKept(at: now) } catch { throw .network(error) }
    await recall.noteAnswer(at: now)
    return compact != nil
  }

  /// The transport that looks after its pins before each request.
  func recalling(_ transport: any HTTPTransport, at endpoint: String, now: @escaping @Sendable () -> Date)
    -> any HTTPTransport
  {
    let client = TrustClient(transport: transport, endpoint: endpoint)
    return RecallingTransport(
      transport, recall: recall, except: TrustRoute.pins.rawValue, now: now,
      patience: { _ = try? await Task.sleep(for: Self.patience) }, settle: { _ = try? await obeyKept(at: now()) }
    ) {
      // What fails now is tried again later, and the pins before it stay in force.
      _ = try? await update(over: client, at: now())
    }
  }

  private final class Obeyed: Sendable {
    let pins: Mutex<PinPolicy?>
    init(_ pins: PinPolicy?) { self.pins = Mutex(pins) }
  }
}

extension PinPolicy {
  /// Of the update in force; 0 for none.
  fileprivate var number: Int64 { update?.update.number ?? 0 }
}
