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
    return ImageStructure(width: Int(width), height: Int(height.magnitude), end: end)
  }
}
