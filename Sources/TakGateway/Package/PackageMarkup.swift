import UntrustedInput

/// Reads the XML files of a data package within limits that real ones never reach.
enum PackageMarkup {
  private static let reader = XMLReader(
    maximumBytes: 256 << 10, maximumDepth: 8, maximumElements: 4096, maximumAttributes: 16)

  /// Writers of the field declare ASCII, which the reader does not know by name and which is UTF-8 all the same.
  static func root(_ bytes: [UInt8]) throws(GatewayError) -> MarkupElement {
    do throws(InputError) { return try reader.read(withoutASCIIDeclaration(bytes)) } catch { throw .malformed(error) }
  }

  private static func withoutASCIIDeclaration(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let head = bytes.prefix(128)
    guard head.starts(with: Array("<?xml ".utf8)), let end = head.firstIndex(of: UInt8(ascii: ">")),
      bytes.allSatisfy({ $0 < 0x80 })
    else { return bytes[...] }
    let text = String(decoding: head[..<end], as: UTF8.self).lowercased().replacing("'", with: "\"")
    guard text.hasSuffix("?"), text.contains("encoding=\"ascii\"") || text.contains("encoding=\"us-ascii\"") else {
      return bytes[...]
    }
    return bytes[(end + 1)...].drop { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
  }
}
