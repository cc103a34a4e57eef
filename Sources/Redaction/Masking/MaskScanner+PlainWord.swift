extension MaskScanner {
  /// Whether a text is one short word of letters that ends like no name of a secret or of a telephone number: a walk finds
  /// nothing in it, nor because of it in what stands behind it. Most keys of metadata are such.
  static func isPlainWord(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard !bytes.isEmpty, bytes.count < 12 else { return false }
      var all: UInt8 = 0
      var both = ByteClass.name.rawValue
      for byte in bytes {
        let kind = ByteClass.table[Int(byte)]
        all |= kind
        both &= kind & mixed == 0 ? 0 : kind
      }
      guard both != 0, all & ByteClass.jay.rawValue == 0, bytes.count < shortestEncoded || all & mixed != mixed else {
        return false
      }
      let last = bytes.count - 1
      return last == 0 || !NameEndings().mayEnd(bytes, bytes.indices)
    }
  }
}
