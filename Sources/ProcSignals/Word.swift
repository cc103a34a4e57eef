#if os(Linux) || os(Android)

  /// A word that is looked for in outside bytes: by bytes and not by characters, which takes a hundredth of the time.
  struct Word: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether it stands in a file's name as a word of its own, alone or behind `lib`: `libpine` in `libpine.so` and
    /// `libpine-64.so`, and not in `libpineapple.so`.
    func stands(in name: [UInt8]) -> Bool {
      guard !bytes.isEmpty, name.count >= bytes.count else { return false }
      return (0...(name.count - bytes.count)).contains { start in
        let end = start + bytes.count
        guard name[start..<end].elementsEqual(bytes), end == name.count || !Self.isLetterOrDigit(name[end]) else {
          return false
        }
        let before = name[..<start].suffix(3).elementsEqual("lib".utf8) ? start - 3 : start
        return before == 0 || !Self.isLetterOrDigit(name[before - 1])
      }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    func occurs(in text: [UInt8]) -> Bool {
      text.withUnsafeBufferPointer { text in
        bytes.withUnsafeBufferPointer { word in
          guard text.count >= word.count, let first = word.first else { return false }
          for start in 0...(text.count - word.count) where text[start] == first {
            var same = 1
            while same < word.count, text[start + same] == word[same] { same += 1 }
            if same == word.count { return true }
          }
          return false
        }
      }
    }
  }

#endif
