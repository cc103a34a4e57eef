/// The directory at the end of a zip archive, compared with the heads in front of the files.
struct ZipDirectory {
  private static let endSize = 22
  private static let recordSize = 46
  private static let headSize = 30

  private let bytes: [UInt8]
  private let limits: ZipLimits

  init(_ bytes: [UInt8], limits: ZipLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  func entries() throws(InputError) -> [ZipEntry] {
    let end = try endRecord()
    let (count, size, start) = (number16(end + 10), number32(end + 12), number32(end + 16))
    guard number16(end + 4) == 0, number16(end + 6) == 0, number16(end + 8) == count else {
      throw .malformedBinary(expected: "an archive on one disk", offset: end)
    }
    guard count != 0xFFFF, size != 0xFFFF_FFFF, start != 0xFFFF_FFFF else {
      throw .malformedBinary(expected: "an archive of 32 bits", offset: end)
    }
    // Whatever stands between directory and end would be read by some and not by others.
    guard start + size == end else { throw .malformedBinary(expected: "the directory before its end", offset: end) }
    var found: [ZipEntry] = []
    var spans: [Range<Int>] = []
    var paths: Set<String> = []
    var place = start
    var unpacked = 0
    for _ in 0..<count {
      guard end - place >= Self.recordSize, number32(place) == 0x0201_4B50 else {
        throw .malformedBinary(expected: "a file of the directory", offset: place)
      }
      let length = Self.recordSize + number16(place + 28) + number16(place + 30) + number16(place + 32)
      guard end - place >= length else { throw .malformedBinary(expected: "a file of the directory", offset: place) }
      let (entry, span) = try self.entry(at: place, directory: start)
      guard paths.insert(entry.path.lowercased()).inserted else { throw .duplicateKey(offset: place) }
      spans.append(span)
      if !entry.path.hasSuffix("/") {
        found.append(entry)
        unpacked += entry.size
        guard found.count <= limits.maximumEntries else { throw .tooManyValues(limit: limits.maximumEntries) }
        guard unpacked <= limits.maximumUnpackedBytes else { throw .tooLarge(limit: limits.maximumUnpackedBytes) }
      }
      place += length
    }
    guard place == end else { throw .malformedBinary(expected: "as many files as the directory says", offset: place) }
    try compare(spans, upTo: start)
    return found
  }

  /// The record whose comment ends with the archive. Two of them are refused: readers choose differently.
  private func endRecord() throws(InputError) -> Int {
    guard bytes.count >= Self.endSize else { throw .malformedBinary(expected: "the end of an archive", offset: 0) }
    let last = bytes.count - Self.endSize
    let found = (max(0, last - 0xFFFF)...last).filter {
      number32($0) == 0x0605_4B50 && $0 + Self.endSize + number16($0 + 20) == bytes.count
    }
    guard let end = found.first, found.count == 1 else {
      throw .malformedBinary(expected: "one end of an archive", offset: last)
    }
    return end
  }

  private func entry(at place: Int, directory: Int) throws(InputError) -> (ZipEntry, Range<Int>) {
    let (flags, method) = (number16(place + 8), number16(place + 10))
    let (packedSize, size) = (number32(place + 20), number32(place + 24))
    let (nameLength, head) = (number16(place + 28), number32(place + 42))
    guard flags & 0x2041 == 0 else { throw .malformedBinary(expected: "a file that is not encrypted", offset: place) }
    guard method == 0 || method == 8 else {
      throw .malformedBinary(expected: "a stored or deflated file", offset: place)
    }
    guard packedSize != 0xFFFF_FFFF, size != 0xFFFF_FFFF, head != 0xFFFF_FFFF, number16(place + 34) == 0 else {
      throw .malformedBinary(expected: "a file of 32 bits on the first disk", offset: place)
    }
    let kind = number32(place + 38) >> 28
    guard number16(place + 4) >> 8 != 3 || [0, 4, 8].contains(kind) else {
      throw .malformedBinary(expected: "a file or a folder", offset: place)
    }
    let name = bytes[place + Self.recordSize..<place + Self.recordSize + nameLength]
    let path = try Self.path(name, at: place)
    guard method == 8 || packedSize == size, !path.hasSuffix("/") || size == 0 else {
      throw .malformedBinary(expected: "sizes that fit each other", offset: place)
    }
    guard size <= 1 << 16 || size / limits.maximumRatio <= packedSize else {
      throw .tooLarge(limit: packedSize * limits.maximumRatio)
    }
    // The head in front of the file says the same, as far as it says anything.
    guard head + Self.headSize <= directory, number32(head) == 0x0403_4B50, number16(head + 8) == method,
      number16(head + 6) & 0x2041 == 0, number16(head + 26) == nameLength
    else { throw .malformedBinary(expected: "the head of a file", offset: head) }
    let offset = head + Self.headSize + nameLength + number16(head + 28)
    guard offset + packedSize <= directory,
      bytes[head + Self.headSize..<head + Self.headSize + nameLength].elementsEqual(name)
    else { throw .malformedBinary(expected: "a file that is called as in the directory", offset: head) }
    let isStreamed = number16(head + 6) & 8 != 0
    let said = (number32(head + 14), number32(head + 18), number32(head + 22))
    guard said == (number32(place + 16), packedSize, size) || isStreamed && said == (0, 0, 0) else {
      throw .malformedBinary(expected: "a head that says what the directory says", offset: head)
    }
    let entry = ZipEntry(
      path: path, size: size, packedSize: packedSize, isDeflated: method == 8, checksum: UInt32(number32(place + 16)),
      offset: offset)
    return (entry, head..<offset + packedSize)
  }

  /// Files lie one behind the other; behind one that was streamed there is a descriptor of at most 16 bytes.
  private func compare(_ spans: [Range<Int>], upTo directory: Int) throws(InputError) {
    var reached = 0
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) + [directory..<directory] {
      guard span.lowerBound >= reached, span.lowerBound - reached <= (reached == 0 ? 0 : 16) else {
        throw .malformedBinary(expected: "files one behind the other", offset: span.lowerBound)
      }
      reached = span.upperBound
    }
  }

  private static func path(_ name: ArraySlice<UInt8>, at place: Int) throws(InputError) -> String {
    guard !name.isEmpty, name.count <= 1024, let path = String(validating: name, as: UTF8.self),
      name.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":") })
    else { throw .malformedBinary(expected: "a name without control characters, backslash or colon", offset: place) }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
      throw .malformedBinary(expected: "a path that stays where it is", offset: place)
    }
    return path
  }

  private func number16(_ offset: Int) -> Int { Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 }
  private func number32(_ offset: Int) -> Int { number16(offset) | number16(offset + 2) << 16 }
}
