/// The bytes of a sealed item, taken apart: structure only, nothing is decrypted and nothing is believed.
///
/// Version 2: magic `SEAL` (4), version (1), key id (8), generation (8, big-endian), nonce (12), ciphertext, tag (16).
/// Version 1, which is only read, has no generation.
struct SealedEnvelope: Sendable, Hashable {
  /// Why bytes are no envelope.
  enum Flaw: Error { case damaged, newerVersion }

  static let version: UInt8 = 2
  /// Everything that is not ciphertext, in the version that is written.
  static let overhead = header + sealOverhead
  private static let magic: UInt32 = 0x5345_414C
  private static let header = 21
  private static let headerOfVersion1 = 13
  private static let sealOverhead = 12 + 16

  let bytes: [UInt8]
  let keyID: SealingKeyID
  let generation: UInt64

  /// - Parameter limit: the most bytes that the content may have.
  init(parsing bytes: [UInt8], limit: Int) throws(Flaw) {
    guard bytes.count > 4 else { throw .damaged }
    let (magic, version) = bytes.withUnsafeBytes { (UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)), $0[4]) }
    guard magic == Self.magic, version >= 1 else { throw .damaged }
    guard version <= Self.version else { throw .newerVersion }
    let header = version == 1 ? Self.headerOfVersion1 : Self.header
    guard (0...limit).contains(bytes.count - header - Self.sealOverhead) else { throw .damaged }
    // Whatever the version, more than 21 bytes are there.
    (keyID, generation) = bytes.withUnsafeBytes { raw in
      func number(_ offset: Int) -> UInt64 {
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
      return (SealingKeyID(word: number(5)), version == 1 ? 0 : number(13))
    }
    self.bytes = bytes
  }

  /// Writes header and box (nonce, ciphertext, tag) in one piece.
  init(keyID: SealingKeyID, generation: UInt64, box: UnsafeRawBufferPointer) {
    self.keyID = keyID
    self.generation = generation
    bytes = [UInt8](unsafeUninitializedCapacity: Self.header + box.count) { buffer, count in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      Self.writeHeader(keyID, generation, to: raw)
      UnsafeMutableRawBufferPointer(rebasing: raw[Self.header...]).copyMemory(from: box)
      count = raw.count
    }
  }

  /// Lends nonce, ciphertext and tag.
  func withBox<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[headerCount...])) }
  }

  private var headerCount: Int { bytes[4] == 1 ? Self.headerOfVersion1 : Self.header }

  /// Lends what is authenticated beside the ciphertext: the header, then each label with its length.
  @inline(__always)
  func withContext<Result>(
    _ label: [UInt8], _ name: String, _ body: (SealedContext) throws -> Result
  ) rethrows -> Result {
    try Self.withContext(headerCount, label, name) { raw in
      bytes.withUnsafeBytes { raw.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<headerCount])) }
    } _: { context in
      try body(context)
    }
  }

  /// The same for an item that is about to be sealed.
  static func withContext<Result>(
    keyID: SealingKeyID, generation: UInt64, _ label: [UInt8], _ name: String,
    _ body: (SealedContext) throws -> Result
  ) rethrows -> Result {
    try withContext(header, label, name, { writeHeader(keyID, generation, to: $0) }, body)
  }

  /// On the stack: this is built for every item that is sealed or opened.
  @inline(__always)
  private static func withContext<Result>(
    _ header: Int, _ label: [UInt8], _ name: String, _ writeHeader: (UnsafeMutableRawBufferPointer) -> Void,
    _ body: (SealedContext) throws -> Result
  ) rethrows -> Result {
    try label.withUnsafeBytes { label in
      try withText(name) { name in
        let count = header + 4 + label.count + name.count
        return try withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { raw in
          writeHeader(UnsafeMutableRawBufferPointer(rebasing: raw[..<header]))
          let end = write(label, to: raw, at: header)
          _ = write(name, to: raw, at: end)
          return try body(SealedContext(bytes: UnsafeRawBufferPointer(raw)))
        }
      }
    }
  }

  /// The bytes of a text without a copy of it, where it lies in one piece, as those do that Swift made.
  @inline(__always)
  private static func withText<Result>(
    _ text: String, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    if let result = try text.utf8.withContiguousStorageIfAvailable({ try body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    var copy = text
    return try copy.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
  }

  /// A text behind its length; where it ends.
  @inline(__always)
  private static func write(
    _ text: UnsafeRawBufferPointer, to raw: UnsafeMutableRawBufferPointer, at start: Int
  ) -> Int {
    raw.storeBytes(of: UInt16(truncatingIfNeeded: text.count).bigEndian, toByteOffset: start, as: UInt16.self)
    UnsafeMutableRawBufferPointer(rebasing: raw[(start + 2)...]).copyMemory(from: text)
    return start + 2 + text.count
  }

  private static func writeHeader(
    _ keyID: SealingKeyID, _ generation: UInt64, to raw: UnsafeMutableRawBufferPointer
  ) {
    raw.storeBytes(of: magic.bigEndian, as: UInt32.self)
    raw[4] = version
    raw.storeBytes(of: keyID.word.bigEndian, toByteOffset: 5, as: UInt64.self)
    raw.storeBytes(of: generation.bigEndian, toByteOffset: 13, as: UInt64.self)
  }
}
