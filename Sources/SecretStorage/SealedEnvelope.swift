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
  private static let magic: [UInt8] = [0x53, 0x45, 0x41, 0x4C]
  private static let header = 21
  private static let headerOfVersion1 = 13
  private static let sealOverhead = 12 + 16

  let bytes: [UInt8]
  let keyID: SealingKeyID
  let generation: UInt64

  /// - Parameter limit: the most bytes that the content may have.
  init(parsing bytes: [UInt8], limit: Int) throws(Flaw) {
    guard bytes.count > 4, bytes.prefix(4).elementsEqual(Self.magic), bytes[4] >= 1 else { throw .damaged }
    guard bytes[4] <= Self.version else { throw .newerVersion }
    let header = bytes[4] == 1 ? Self.headerOfVersion1 : Self.header
    guard (0...limit).contains(bytes.count - header - Self.sealOverhead) else { throw .damaged }
    keyID = SealingKeyID(bytes[5..<13])
    generation = bytes[13..<header].reduce(0) { $0 << 8 | UInt64($1) }
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

  /// Nonce, ciphertext and tag.
  var box: ArraySlice<UInt8> { bytes[headerCount...] }

  private var headerCount: Int { bytes[4] == 1 ? Self.headerOfVersion1 : Self.header }

  /// What is authenticated beside the ciphertext: the header, then each label with its length.
  func context(_ label: [UInt8], _ name: String) -> [UInt8] {
    Self.context(headerCount, label, name) { raw in
      bytes.withUnsafeBytes { raw.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<headerCount])) }
    }
  }

  static func context(keyID: SealingKeyID, generation: UInt64, _ label: [UInt8], _ name: String) -> [UInt8] {
    context(header, label, name) { writeHeader(keyID, generation, to: $0) }
  }

  /// In one piece of memory: this is built for every item that is sealed or opened.
  private static func context(
    _ header: Int, _ label: [UInt8], _ name: String, _ writeHeader: (UnsafeMutableRawBufferPointer) -> Void
  ) -> [UInt8] {
    var name = name
    return name.withUTF8 { name in
      [UInt8](unsafeUninitializedCapacity: header + 4 + label.count + name.count) { buffer, filled in
        let raw = UnsafeMutableRawBufferPointer(buffer)
        writeHeader(UnsafeMutableRawBufferPointer(rebasing: raw[..<header]))
        var end = header
        func append(_ text: UnsafeRawBufferPointer) {
          raw[end] = UInt8(truncatingIfNeeded: text.count >> 8)
          raw[end + 1] = UInt8(truncatingIfNeeded: text.count)
          UnsafeMutableRawBufferPointer(rebasing: raw[(end + 2)...]).copyMemory(from: text)
          end += 2 + text.count
        }
        label.withUnsafeBytes { append($0) }
        append(UnsafeRawBufferPointer(name))
        filled = end
      }
    }
  }

  private static func writeHeader(
    _ keyID: SealingKeyID, _ generation: UInt64, to raw: UnsafeMutableRawBufferPointer
  ) {
    for index in 0..<4 { raw[index] = magic[index] }
    raw[4] = version
    for index in 0..<SealingKeyID.byteCount {
      raw[5 + index] = UInt8(truncatingIfNeeded: keyID.word >> (56 - 8 * index))
    }
    for index in 0..<8 { raw[13 + index] = UInt8(truncatingIfNeeded: generation >> (56 - 8 * index)) }
  }
}
