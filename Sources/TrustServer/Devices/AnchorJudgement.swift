#if Server
  import TrustWire

  /// What a batch's anchor says against those that the server has seen of the same person on the same device.
  ///
  /// - Protects against: an older copy of a record store that an honest app goes on with.
  /// - Does not protect against: an app that claims a new store, or sends no anchor any more. Both are told to the
  ///   operator and accepted, because a reinstalled or older app does the same.
  public enum AnchorJudgement: Sendable, Hashable {
    /// Nothing was anchored before, and nothing is now.
    case unanchored
    /// The first anchor of this person on this device.
    case first
    /// The same state as before: a retry, or records that were waiting.
    case unchanged
    /// The store went on.
    case advanced
    /// Another store than the one that sent last: a reinstall, a wipe, or a second store.
    case otherStore
    /// This device anchored before and this batch does not.
    case missing
    /// An older generation than one that was seen, or the same with other content. Nothing of the batch may be kept.
    case rolledBack

    /// How many stores of one person on one device are remembered: a device that claims new ones without end costs no
    /// more than these rows.
    public static let storesKept = 16

    /// - Parameter seen: as ``AnchorRows/anchors(account:device:)`` gives them.
    public static func judge(_ sent: RecordStoreAnchor?, seen: [RecordStoreAnchor]) -> AnchorJudgement {
      guard let sent else { return seen.isEmpty ? .unanchored : .missing }
      guard let latest = seen.first else { return .first }
      if let known = seen.first(where: { $0.store == sent.store }) {
        if sent.generation < known.generation { return .rolledBack }
        if sent.generation == known.generation, sent.digest != known.digest { return .rolledBack }
      }
      if latest.store != sent.store { return .otherStore }
      return sent == latest ? .unchanged : .advanced
    }
  }
#endif
