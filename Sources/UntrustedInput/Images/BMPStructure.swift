/// The header of a bitmap. Source: Microsoft, "BITMAPINFOHEADER structure" and "BITMAPCOREHEADER structure".
enum BMPStructure {
  static func read(_ bytes: [UInt8]) throws(InputRefusal) -> ImageStructure {
    let reader = ImageBytes(bytes)
    let end = try reader.little(2, 4)
    let header = try reader.little(14, 4)
    guard end <= reader.count, end >= 26 else { throw reader.damaged(2) }
    if header == 12 {
      return ImageStructure(width: try reader.little(18, 2), height: try reader.little(20, 2), end: end)
    }
    guard (40...124).contains(header) else { throw reader.damaged(14) }
    let width = Int32(truncatingIfNeeded: try reader.little(18, 4))
    // Negative: the first row stands on top.
    let height = Int32(truncatingIfNeeded: try reader.little(22, 4))
    guard width > 0 else { throw reader.damaged(18) }
    let (offset, bits, coding) = (try reader.little(10, 4), try reader.little(28, 2), try reader.little(30, 4))
    guard [1, 4, 8, 16, 24, 32].contains(bits), offset >= 14 + header else { throw reader.damaged(28) }
    if coding == 0 || coding == 3 {
      // Rows of whole words; every pixel is there, or the picture was cut.
      let row = (Int(width) * bits + 31) / 32 * 4
      let pixels = row.multipliedReportingOverflow(by: Int(height.magnitude))
      guard !pixels.overflow, pixels.partialValue <= end - offset else { throw reader.damaged(end) }
    }
    return ImageStructure(width: Int(width), height: Int(height.magnitude), end: end)
  }
}
