#if os(Linux) || os(Android)

  /// A word that is looked for in outside bytes: by bytes and not by characters, which takes a hundredth of the time.
  struct Word: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

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
