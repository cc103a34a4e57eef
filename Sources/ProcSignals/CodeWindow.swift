#if os(Linux) || os(Android)

  /// Which part of the app's own code one check compares with its file, and which part of the other libraries' code and
  /// imports.
  ///
  /// A large program takes longer to compare than one check may last, so the code is cut into windows of `bytes`, and
  /// check number `index` compares window `index` modulo their number; ``ProcSignals`` counts it up from check to check.
  /// A patch outside of the window is not seen by this check, only by a later one: start at an index drawn at random, so
  /// that nobody knows by which.
  public struct CodeWindow: Sendable, Hashable {
    /// Bytes, rounded up to whole 4 KiB pages, at least one.
    public let bytes: Int
    public let index: UInt

    /// `bytes` of code from the window number `index` on; windows beyond the end start over.
    public init(bytes: Int = 4 << 20, index: UInt = 0) {
      self.bytes = (Swift.min(Swift.max(bytes, 1), 1 << 40) + 4095) / 4096 * 4096
      self.index = index
    }

    /// The window within a code range of `length` bytes.
    func range(in length: Int) -> Range<Int> {
      let count = Swift.max(1, (length + bytes - 1) / bytes)
      let start = Int(index % UInt(count)) * bytes
      return start..<Swift.min(length, start + bytes)
    }
  }

#endif
