#if Server
  /// A place in the list of sessions, which is ordered by their start, the newest first, and then by id.
  public struct SessionCursor: Sendable, Hashable, CustomStringConvertible {
    /// Seconds since 1970.
    public let startedAt: Int64
    public let id: String

    public init(startedAt: Int64, id: String) {
      self.startedAt = startedAt
      self.id = id
    }

    init(of session: SessionRow) { self.init(startedAt: session.startedAt, id: session.id) }

    /// Nil for anything but what ``description`` gives.
    public init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard text.utf8.count <= 128, parts.count == 2, let startedAt = Int64(parts[0]), !parts[1].isEmpty else {
        return nil
      }
      self.init(startedAt: startedAt, id: String(parts[1]))
    }

    public var description: String { "\(startedAt).\(id)" }
  }
#endif
