#if os(Linux) || os(Android)

  /// A word that is looked for in outside bytes: by bytes and not by characters, which takes a hundredth of the time.
  struct Word: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func occurs(in text: [UInt8]) -> Bool {
      guard text.count >= bytes.count, let first = bytes.first else { return false }
      for start in 0...(text.count - bytes.count) where text[start] == first {
        if text[start..<start + bytes.count].elementsEqual(bytes) { return true }
      }
      return false
    }
  }

#endif
