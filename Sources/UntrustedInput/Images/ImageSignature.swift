/// The format by the first bytes. Source: WHATWG MIME Sniffing Standard, section 6.1; ISO/IEC 14496-12, section 4.3.
enum ImageSignature {
  static func format(of bytes: [UInt8]) throws(InputRefusal) -> ImageFormat {
    let reader = ImageBytes(bytes)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) { return .gif }
    if reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) { return .webp }
    if reader.has("ftyp", at: 4) { return try brand(reader) }
    if reader.has("BM", at: 0) { return .bmp }
    throw InputRefusal(isMarkup(bytes) ? .activeImage : .unknownImage)
  }

  /// The major brand, or the compatible ones of a file that only calls itself a picture.
  private static func brand(_ reader: ImageBytes) throws(InputRefusal) -> ImageFormat {
    let size = try reader.big(0, 4)
    guard (16...1024).contains(size), size % 4 == 0, size <= reader.count else {
      throw InputRefusal(.damagedImage, at: 1)
    }
    // Behind the major brand stands the minor version.
    for place in [8] + Array(stride(from: 16, to: size, by: 4)) {
      if reader.has("avif", at: place) || reader.has("avis", at: place) { return .avif }
      for brand: StaticString in ["heic", "heix", "heim", "heis", "hevc", "hevx"] where reader.has(brand, at: place) {
        return .heic
      }
    }
    throw InputRefusal(.unknownImage)
  }

  /// Text that begins with `<`, behind a byte order mark or blanks, in UTF-8 or UTF-16.
  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(256).first { ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 9, 10, 12, 13, 32].contains($0) } == UInt8(ascii: "<")
      || bytes.starts(with: [0x1F, 0x8B])
  }
}
