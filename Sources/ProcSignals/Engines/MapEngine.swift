#if os(Linux) || os(Android)

  /// Files in the memory map, whatever they are mapped for: the runtime of Android only reads the code of apps, so the
  /// rows that may be executed do not show it. A file that was unmapped after it was read does not show.
  enum MapEngine {
    /// A whole file name, or the beginning of a path where the value ends in `/`. Names of memory (`[anon:…]`) are none.
    @Sendable static func files(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      let wanted = values.map { Array($0.utf8) }
      // A map that makes no sense names no file, and is no clean one.
      _ = try snapshot.code.get()
      var isFound = [Bool](repeating: false, count: wanted.count)
      for path in try snapshot.mappedFiles().paths {
        let name = path[(path.lastIndex(of: 47) ?? path.startIndex)...].dropFirst()
        for (place, value) in wanted.enumerated() where !isFound[place] {
          isFound[place] = value.last == 47 ? path.starts(with: value) : name.elementsEqual(value)
        }
      }
      return .of(zip(values, isFound).filter(\.1).map { "mapped \($0.0)" })
    }
  }

#endif
