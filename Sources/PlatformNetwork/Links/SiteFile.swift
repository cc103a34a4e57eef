/// What both files of a site have in common.
enum SiteFile {
  /// The bytes after a byte order mark, which is noted: RFC 8259, section 8.1, forbids it.
  static func withoutMark(_ bytes: some Collection<UInt8>, _ findings: inout [PlatformFinding]) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return bytes }
    findings.append(PlatformFinding(.byteOrderMark))
    return Array(bytes.dropFirst(3))
  }
}
