#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// Files as the kernel gives them, past any hook in libc.
  enum RawFile {
    /// Stands for the folder of the process in calls that take an open one. Source: openat(2), AT_FDCWD.
    static let currentFolder: Int32 = -100

    static func read(_ path: String, limit: Int = 8 << 20) throws(SystemCallFailure) -> [UInt8] {
      let descriptor = try Descriptor(path)
      return try read(descriptor, limit: limit)
    }

    /// The whole file. `/proc` files have no size, so it reads until the end and not until a size.
    static func read(
      _ descriptor: borrowing Descriptor, limit: Int = 8 << 20
    ) throws(SystemCallFailure) -> [UInt8] {
      let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { part.deallocate() }
      var bytes: [UInt8] = []
      while true {
        let result = mantlet_raw_read(descriptor.number, part.baseAddress, part.count)
        if result == -Int(SystemCallFailure.interrupted) { continue }
        if result < 0 { throw .refused(Int32(-result)) }
        if result == 0 { return bytes }
        bytes.append(contentsOf: part[..<result])
        if bytes.count > limit { throw .tooLong }
      }
    }

    /// Fills the buffer from `offset` of an open file; returns fewer bytes only at its end.
    static func fill(
      _ buffer: UnsafeMutableRawBufferPointer, from number: Int32, at offset: UInt64
    ) throws(SystemCallFailure) -> Int {
      guard let base = buffer.baseAddress else { return 0 }
      var filled = 0
      while filled < buffer.count {
        let result = mantlet_raw_read_at(number, base + filled, buffer.count - filled, offset + UInt64(filled))
        if result == -Int(SystemCallFailure.interrupted) { continue }
        if result < 0 { throw .refused(Int32(-result)) }
        if result == 0 { break }
        filled += result
      }
      return filled
    }

    static func status(_ path: String, following: Bool = true) throws(SystemCallFailure) -> mantlet_raw_file {
      var file = mantlet_raw_file()
      let result = mantlet_raw_stat(path, following ? 1 : 0, &file)
      if result < 0 { throw .refused(Int32(-result)) }
      return file
    }

    /// Of the file that is open, whatever lies under its name by now.
    static func status(of number: Int32) throws(SystemCallFailure) -> mantlet_raw_file {
      var file = mantlet_raw_file()
      let result = mantlet_raw_stat_open(number, &file)
      if result < 0 { throw .refused(Int32(-result)) }
      return file
    }

    /// An open descriptor that closes when it ends.
    struct Descriptor: ~Copyable, Sendable {
      let number: Int32

      init(_ path: String) throws(SystemCallFailure) {
        let result = mantlet_raw_open_for_reading(path)
        if result < 0 { throw .refused(Int32(-result)) }
        number = Int32(result)
      }

      /// A folder, which need not be readable: a place to open what lies below it.
      init(folder path: String) throws(SystemCallFailure) {
        let result = mantlet_raw_open_folder(path)
        if result < 0 { throw .refused(Int32(-result)) }
        number = Int32(result)
      }

      /// What a call that opens has answered.
      init(answer: Int) throws(SystemCallFailure) {
        if answer < 0 { throw .refused(Int32(-answer)) }
        number = Int32(answer)
      }

      func status() throws(SystemCallFailure) -> mantlet_raw_file { try RawFile.status(of: number) }

      /// Of a file in this open folder.
      func status(of name: String) throws(SystemCallFailure) -> mantlet_raw_file {
        var file = mantlet_raw_file()
        let result = mantlet_raw_stat_at(number, name, &file)
        if result < 0 { throw .refused(Int32(-result)) }
        return file
      }

      /// As ``RawFile/fill(_:from:at:)``.
      func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemCallFailure) -> Int {
        try RawFile.fill(buffer, from: number, at: offset)
      }

      /// Another number for what is open, none that stands for input, output or errors: whoever takes it closes it.
      func duplicated() throws(SystemCallFailure) -> Int32 {
        let result = mantlet_raw_duplicate(number, 3)
        if result < 0 { throw .refused(Int32(-result)) }
        return Int32(result)
      }

      deinit { _ = mantlet_raw_close(number) }
    }
  }

#endif
