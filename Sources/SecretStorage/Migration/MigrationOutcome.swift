/// What became of one old item.
public enum MigrationOutcome: Sendable, Hashable {
  /// It lies under its new name, was read back, and is gone from the old place.
  case moved
  /// An earlier run had moved it and ended before the old item was removed; now it is.
  case finished
  /// It was removed and moved nowhere, as the step says.
  case discarded
  /// There is no such item (any more).
  case absent
  /// Another value stands under the new name. It is newer or not ours to judge: both values stand.
  case occupied
  /// The bytes are no value of the key's type. The old item stands.
  case unreadable
  /// The old item stands; the next run tries again. With ``StorageError/ownPlace`` it is one of the store's own.
  case failed(StorageError)

  /// Whether nothing is left to do for this item.
  public var isSettled: Bool {
    switch self {
    case .moved, .finished, .discarded, .absent: true
    case .occupied, .unreadable, .failed: false
    }
  }
}
