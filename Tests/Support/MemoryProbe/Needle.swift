#if os(Linux)

  import Redaction

  /// 32 random bytes that no memory holds: only their exclusive-or with a mask, and the mask.
  struct Needle {
    static let byteCount = 32
    let masked: [UInt8]
    let mask: [UInt8]

    init() {
      var random = SystemRandomNumberGenerator()
      mask = (0..<Self.byteCount).map { _ in random.next() }
      // The first byte of each word is searched for: 0 and 255 would be found everywhere.
      masked = mask.enumerated().map { index, byte in
        index % 8 == 0 ? byte ^ UInt8.random(in: 0x81...0xFD) : random.next()
      }
    }

    var words: Range<Int> { 0..<Self.byteCount / 8 }

    /// The needle's byte; a caller writes it where it belongs and nowhere else. Not optimised: a loop over it would
    /// put the whole needle into vector registers, which the scan would then find wherever they were saved.
    @inline(never) @_optimize(none)
    func byte(_ index: Int) -> UInt8 { masked[index] ^ mask[index] }

    func write(to buffer: UnsafeMutableRawBufferPointer) {
      for index in 0..<Self.byteCount { buffer[index] = byte(index) }
    }

    func secret() -> Secret { Secret(count: Self.byteCount, fill: write) }

    /// Compares without having the word itself in a register.
    func isWord(_ word: Int, at place: UnsafeRawPointer) -> Bool {
      for index in 0..<8 {
        let byte = place.load(fromByteOffset: index, as: UInt8.self) ^ mask[word * 8 + index]
        if byte != masked[word * 8 + index] { return false }
      }
      return true
    }
  }

  /// Yields the needle's bytes one by one, without a length known before.
  struct NeedleBytes: Sequence, IteratorProtocol {
    let needle: Needle
    let count: Int
    var index = 0

    mutating func next() -> UInt8? {
      guard index < count else { return nil }
      defer { index += 1 }
      return index < Needle.byteCount ? needle.byte(index) : 0xA5
    }
  }

  /// Yields the needle's words as if they were random.
  struct NeedleWords: RandomNumberGenerator {
    let needle: Needle
    var index = 0

    mutating func next() -> UInt64 {
      defer { index += 8 }
      return (0..<8).reversed().reduce(0) { $0 << 8 | UInt64(needle.byte(index + $1)) }
    }
  }

#endif
