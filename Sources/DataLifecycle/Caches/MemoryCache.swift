public import Redaction
public import SecurityPolicy
import Synchronization

/// Objects in memory, at most as many as the policy says (100); the least recently used one leaves first.
///
/// Only values that tell nothing about anybody fit in. Emptied on memory pressure and termination; nothing reaches
/// the disk but what the system swaps. The memory of what leaves is freed, not overwritten.
/// A store or hit costs O(1), the eviction of one object O(number of objects).
public final class MemoryCache<Key: Hashable & Sendable, Value: NonSensitiveValue & Sendable>: PressureRelief {
  private struct State {
    var objects: [Key: (value: Value, use: UInt64)] = [:]
    var uses: UInt64 = 0
  }

  private let limit: Int
  private let access: ReadAccess?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: objects at most; nothing is kept for 0.
  ///   - access: once it has ended nothing is kept and nothing is found; nil for objects of no account.
  public init(limit: Int = StorageRequirement().memoryCacheObjects, access: ReadAccess? = nil) {
    self.limit = max(limit, 0)
    self.access = access
  }

  /// A cache as large as the policy allows.
  public convenience init(_ requirement: StorageRequirement, access: ReadAccess? = nil) {
    self.init(limit: requirement.memoryCacheObjects, access: access)
  }

  private var isOpen: Bool { access.map { (try? $0.require()) != nil } ?? true }

  /// Keeps the value, in place of an older one of the same key.
  public func store(_ value: Value, for key: Key) {
    guard limit > 0 else { return }
    state.withLock { state in
      guard isOpen else { return }
      state.uses += 1
      if state.objects[key] == nil, state.objects.count >= limit,
        let oldest = state.objects.min(by: { $0.value.use < $1.value.use })?.key
      {
        state.objects[oldest] = nil
      }
      state.objects[key] = (value, state.uses)
    }
  }

  /// The value, which counts as used now; nil when there is none.
  public func value(for key: Key) -> Value? {
    state.withLock { state in
      guard isOpen, let found = state.objects[key] else { return nil }
      state.uses += 1
      state.objects[key]?.use = state.uses
      return found.value
    }
  }

  /// Lets go of one value.
  public func remove(_ key: Key) { state.withLock { $0.objects[key] = nil } }

  public var count: Int { state.withLock { $0.objects.count } }

  public func relieve(_ event: PressureEvent) { state.withLock { $0.objects = [:] } }
}
