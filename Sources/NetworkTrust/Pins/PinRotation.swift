import Foundation
import TrustWire

/// The pins of an app as they stand now: those of its policy and those of the newest signed update.
///
/// Claim: an update is obeyed only when the policy's offline key signed it for the policy's hosts, it has begun and not
/// ended, and its number is above that of the last one; and of the built-in pins it takes none away but the one in use,
/// when it withdraws that. A forged, foreign, old or ended update changes nothing. What is kept holds for the hosts that
/// the app still has, its withdrawals, too, when a new version of the app gave up another one.
///
/// Not protected: after the loss or damage of what the store keeps, an older update that has not ended is obeyed again.
/// Several processes may share a store: each takes over a newer update when it is handed one, not before, and of two that
/// save in the same moment the last one stays.
public actor PinRotation {
  public let builtIn: PinPolicy
  private let store: any PinUpdateStore
  private var kept: VerifiedPinUpdate?
  /// The number of the newest update that is kept, also when its hosts are not this policy's any more.
  private var held: Int64 = 0
  private var wasLoaded = false
  private var last: Task<Void, Never>?

  public init(builtIn: PinPolicy, store: any PinUpdateStore) {
    self.builtIn = builtIn
    self.store = store
  }

  /// The pins that count at `now`; the built-in ones alone when there is no update, or the store cannot be read.
  public func policy(at now: Date) async -> PinPolicy {
    guard (try? await load()) != nil, let kept else { return builtIn }
    return builtIn.applying(kept, at: now)
  }

  /// The pins that count at `now`; nil when the store cannot be read, so that nobody knows what was withdrawn.
  package func known(at now: Date) async -> PinPolicy? {
    guard (try? await load()) != nil else { return nil }
    return await policy(at: now)
  }

  /// Whether an update is kept whose pins do not count at `now`; false when there is none, or the store cannot be read.
  package func hasEnded(at now: Date) async -> Bool {
    guard (try? await load()) != nil, let kept else { return false }
    return !kept.isLive(at: now)
  }

  /// Verifies an update, keeps it and returns the pins that count from now on. One that is kept already is no error.
  public func accept(_ compact: String, at now: Date) async throws(PinUpdateRefusal) -> PinPolicy {
    // One after another: else the older of two updates could be saved last.
    let previous = last
    let attempt = Task { () -> Result<PinPolicy, PinUpdateRefusal> in
      await previous?.value
      do throws(PinUpdateRefusal) { return .success(try await self.replace(compact, at: now)) } catch {
        return .failure(error)
      }
    }
    last = Task { _ = await attempt.value }
    return try await attempt.value.get()
  }

  private func replace(_ compact: String, at now: Date) async throws(PinUpdateRefusal) -> PinPolicy {
    try await load()
    try await takeOver()
    let update = try VerifiedPinUpdate(verifying: compact, for: builtIn, now: now, after: held)
    if update == kept { return builtIn.applying(update, at: now) }
    guard update.update.number > held else { throw .rolledBack(held: held) }
    do throws(NetworkError) { try await store.save(compact) } catch { throw .storeUnavailable }
    (kept, held) = (update, update.update.number)
    return builtIn.applying(update, at: now)
  }

  /// What is kept counts for the order of updates also when it has ended, or names only hosts that the app gave up since;
  /// what no longer verifies, because the app came with another key, does not.
  private func load() async throws(PinUpdateRefusal) {
    guard !wasLoaded else { return }
    let text: String?
    do throws(NetworkError) { text = try await store.load() } catch { throw .storeUnavailable }
    // Somebody else may have loaded and replaced it meanwhile.
    guard !wasLoaded else { return }
    obey(text)
    wasLoaded = true
  }

  /// A newer update that another process of the app kept since.
  private func takeOver() async throws(PinUpdateRefusal) {
    let text: String?
    do throws(NetworkError) { text = try await store.load() } catch { throw .storeUnavailable }
    guard let text, text != kept?.compact, let other = try? VerifiedPinUpdate.signed(text, for: builtIn),
      other.number > held
    else { return }
    obey(text)
  }

  private func obey(_ text: String?) {
    held = text.flatMap { try? VerifiedPinUpdate.signed($0, for: builtIn) }?.number ?? 0
    kept = text.flatMap { try? VerifiedPinUpdate(authentic: $0, for: builtIn, wasKept: true) }
  }
}
