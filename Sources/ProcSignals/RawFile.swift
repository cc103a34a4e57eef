#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// Files as the kernel gives them, past any hook in libc.
  enum RawFile {
    /// The whole file. `/proc` files have no size, so it reads until the end and not until a size.
    static func read(_ path: String, limit: Int = 8 << 20) throws(SystemCallFailure) -> [UInt8] {
      let descriptor = try Descriptor(path)
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

    static func status(_ path: String, following: Bool = true) throws(SystemCallFailure) -> mantlet_raw_file {
      var file = mantlet_raw_file()
      let result = mantlet_raw_stat(path, following ? 1 : 0, &file)
      if result < 0 { throw .refused(Int32(-result)) }
      return file
    }

    /// An open descriptor that closes when it ends.
    struct Descriptor: ~Copyable {
      let number: Int32

      init(_ path: String) throws(SystemCallFailure) {
        let result = mantlet_raw_open_for_reading(path)
        if result < 0 { throw .refused(Int32(-result)) }
        number = Int32(result)
      }

      /// Of the file that is open, whatever lies under its name by now.
      func status() throws(SystemCallFailure) -> mantlet_raw_file {
        var file = mantlet_raw_file()
        let result = mantlet_raw_stat_open(number, &file)
        if result < 0 { throw .refused(Int32(-result)) }
        return file
      }

      /// Fills the buffer from `offset`; returns fewer bytes only at the end of the file.
      func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(SystemCallFailure) -> Int {
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

      deinit { _ = mantlet_raw_close(number) }
    }
  }

#endif
