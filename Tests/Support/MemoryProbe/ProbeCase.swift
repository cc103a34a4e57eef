#if os(Linux)

  /// What to do with a needle, and how many copies of it the process may hold afterwards.
  struct ProbeCase: Sendable {
    enum Expectation: Sendable {
      /// Our own memory: exactly so many.
      case copies(Int)
      /// Known to remain inside the crypto library, which does not wipe it: up to so many, printed by name.
      case residue(atMost: Int, of: String)

      func allows(_ count: Int) -> Bool {
        switch self {
        case .copies(let expected): count == expected
        case .residue(let most, _): count <= most
        }
      }

      var text: String {
        switch self {
        case .copies(let expected): "expected \(expected)"
        case .residue(let most, let owner): "at most \(most), \(owner)"
        }
      }
    }

    let name: String
    let expectation: Expectation
    /// Calls its second argument to have the memory scanned at once, else it is scanned when this returns.
    let run: @Sendable (Needle, () -> Void) throws -> Void

    init(
      _ name: String, _ expectation: Expectation, _ run: @escaping @Sendable (Needle, () -> Void) throws -> Void
    ) {
      self.name = name
      self.expectation = expectation
      self.run = run
    }

    /// The copies found. The case runs below frames that nothing of the scan reaches, so the scan does not wipe what
    /// the case left on the stack.
    func copies(_ scan: MemoryScan) throws -> [MemoryScan.Copy] {
      let needle = Needle()
      var seen: Result<[MemoryScan.Copy], any Error>?
      try Self.below(levels: 128) {
        try run(needle) { seen = Result { try scan.copies(of: needle) } }
      }
      return try seen?.get() ?? scan.copies(of: needle)
    }

    @inline(never)
    private static func below(levels: Int, _ body: () throws -> Void) throws {
      try withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { room in
        room[levels % 1024] = UInt8(truncatingIfNeeded: levels)
        if levels > 0 { try below(levels: levels - 1, body) } else { try body() }
        room[(levels + 1) % 1024] = 1
      }
    }
  }

#endif
