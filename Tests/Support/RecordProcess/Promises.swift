#if Records
  /// What processes said of one file, in this order: of single records (see `Promise`), and of all of them:
  ///
  ///   opening             about to open the file, which ends a wipe that was cut off
  ///   wiping              about to wipe everything
  ///   wiped               wiped: what was stored before is never there again
  ///   key KIND.VERSION    the key may have sealed something
  struct Promises {
    private var records: [Int: Promise] = [:]
    /// For each wipe that may have been cut off, the records that were there before: it took all of them or none.
    private var waves: [[Int]] = []
    private(set) var usedKeys: Set<String> = []

    /// Takes a line up.
    ///
    /// - Returns: false for a line that is none of these.
    mutating func hear(_ line: String) -> Bool {
      let key = "key "
      switch line {
      case "opening": break
      case "wiping":
        waves.append(records.filter { $0.value.isThere }.map(\.key))
        for number in Array(records.keys) { records[number]?.hearOfWipe(isOver: false) }
      case "wiped":
        waves = []
        for number in Array(records.keys) { records[number]?.hearOfWipe(isOver: true) }
      default:
        guard line.hasPrefix(key) else { return Promise.hear(line, &records) }
        usedKeys.insert(String(line.dropFirst(key.count)))
      }
      return true
    }

    var count: Int { records.count }

    /// The numbers of the records of which a promise was not kept.
    ///
    /// - Parameter look: the version of the record that is there now, and whether it is pending, as for `isKept`.
    func broken(_ look: (Int) -> (version: Int?, isPending: Bool)) -> [Int] {
      var broken: Set<Int> = []
      for (number, promise) in records {
        let found = look(number)
        if !promise.isKept(found.version, isPending: found.isPending) { broken.insert(number) }
      }
      for wave in waves {
        let missing = wave.filter { look($0).version == nil }
        if missing.count < wave.count { broken.formUnion(missing) }
      }
      return broken.sorted()
    }
  }
#endif
