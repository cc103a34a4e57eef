#if Records
  /// What a process that was killed had said of one record, and what it may have been doing to it.
  ///
  /// It says one thing a line, each after the store had answered, but for `?`:
  ///
  ///   NUMBER            inserted, with version 0
  ///   NUMBER=VERSION    written anew; versions only grow
  ///   NUMBER~VERSION    written anew for this device alone, which it stays
  ///   NUMBER?           about to be deleted
  ///   NUMBER-           deleted, and never written again
  struct Promise {
    private enum Sign: Character {
      case written = "="
      case keptLocal = "~"
      case deleting = "?"
      case deleted = "-"
    }

    private var version = 0
    private var staysLocal = false
    private var mayBeGone = false
    private var isGone = false

    /// Takes a line up.
    ///
    /// - Returns: false for a line that is none of these.
    static func hear(_ line: String, _ promises: inout [Int: Promise]) -> Bool {
      let digits = line.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits) else { return false }
      var promise = promises[number] ?? Promise()
      let rest = line.dropFirst(digits.count)
      if let first = rest.first {
        guard let sign = Sign(rawValue: first), promise.hear(sign, rest.dropFirst()) else { return false }
      }
      promises[number] = promise
      return true
    }

    private mutating func hear(_ sign: Sign, _ text: Substring) -> Bool {
      switch sign {
      case .written, .keptLocal:
        guard let version = Int(text), version > self.version else { return false }
        self.version = version
        staysLocal = sign == .keptLocal
        return true
      case .deleting: mayBeGone = true
      case .deleted: isGone = true
      }
      return text.isEmpty
    }

    /// Whether the record is there for certain.
    var isThere: Bool { !mayBeGone && !isGone }

    /// A wipe of everything was about to begin, or is over.
    mutating func hearOfWipe(isOver: Bool) {
      if isOver { isGone = true } else { mayBeGone = true }
    }

    /// Whether it was kept. What was under way at the end may have happened or not.
    ///
    /// - Parameters:
    ///   - version: of the record that is there now; nil when there is none, and below 0 when it holds something else.
    ///   - isPending: whether a server would get it.
    func isKept(_ version: Int?, isPending: Bool) -> Bool {
      guard let version else { return isGone || mayBeGone }
      return !isGone && version >= self.version && !(staysLocal && isPending)
    }
  }
#endif
