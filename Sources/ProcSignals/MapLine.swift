#if os(Linux) || os(Android)

  /// A place in the bytes of `/proc/self/maps`, read line by line.
  ///
  /// Every access is preceded by a comparison with the number of bytes: a raw buffer checks nothing in a release build.
  struct MapLine {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The addresses of a row and the file that is mapped there.
    struct Place: Sendable {
      let start: UInt
      let end: UInt
      let file: FileNumber
    }

    /// One line, whatever the memory is for; nil when it is no row of a map.
    mutating func place() -> Place? {
      guard let start = hexadecimal(until: 45), let end = hexadecimal(until: 32), start < end, end <= UInt64(UInt.max),
        position + 5 <= bytes.count, bytes[position + 4] == 32
      else { return nil }
      position += 5
      guard hexadecimal(until: 32) != nil, let device = device() else { return nil }
      skip { $0 == 32 }
      guard let inode = decimal() else { return nil }
      skipLine()
      return Place(start: UInt(start), end: UInt(end), file: FileNumber(device: device, inode: inode))
    }

    /// One line: nil when it is no row of a map, a nil inside when the row is not executable.
    mutating func row() -> ExecutableRows.Row?? {
      guard let start = hexadecimal(until: 45), let end = hexadecimal(until: 32), start < end,
        end - start <= UInt64(Int.max), end <= UInt64(UInt.max), position + 5 <= bytes.count, bytes[position + 4] == 32
      else { return nil }
      let flags = position
      position += 5
      guard let offset = hexadecimal(until: 32) else { return nil }
      guard bytes[flags + 2] == 120 else {
        skipLine()
        return .some(nil)
      }
      guard let device = device() else { return nil }
      skip { $0 == 32 }
      guard let inode = decimal() else { return nil }
      skip { $0 == 32 }
      let path = position
      skipLine()
      let lineEnd = position > path && bytes[position - 1] == 10 ? position - 1 : position
      let text = UnsafeRawBufferPointer(rebasing: bytes[path..<max(path, lineEnd)])
      return ExecutableRows.Row(
        UInt(start)..<UInt(end), isReadable: bytes[flags] == 114, isWritable: bytes[flags + 1] == 119, offset: offset,
        device: device, inode: inode, path: text)
    }

    private mutating func device() -> UInt64? {
      guard let major = hexadecimal(until: 58), let minor = hexadecimal(until: 32), major >> 32 == 0 else { return nil }
      return major << 32 | minor
    }

    /// To the start of the next line, or the end.
    private mutating func skipLine() {
      skip { $0 != 10 }
      if position < bytes.count { position += 1 }
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
      while position < bytes.count, condition(bytes[position]) { position += 1 }
    }

    private mutating func hexadecimal(until end: UInt8) -> UInt64? {
      var value: UInt64 = 0
      let first = position
      while position < bytes.count, position - first <= 16 {
        let byte = bytes[position]
        position += 1
        switch byte {
        case end: return position - first > 1 ? value : nil
        case 48...57: value = value << 4 | UInt64(byte - 48)
        case 97...102: value = value << 4 | UInt64(byte - 87)
        default: return nil
        }
      }
      return nil
    }

    private mutating func decimal() -> UInt64? {
      var value: UInt64 = 0
      let first = position
      while position < bytes.count, (48...57).contains(bytes[position]) {
        let (tens, isTooLong) = value.multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = tens.addingReportingOverflow(UInt64(bytes[position] - 48))
        guard !isTooLong, !isTooLarge, position - first < 20 else { return nil }
        value = sum
        position += 1
      }
      return position > first ? value : nil
    }
  }

#endif
