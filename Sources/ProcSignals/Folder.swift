#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// The names in a folder, past any hook in libc. Source: getdents(2).
  enum Folder {
    static func names(_ path: String, limit: Int = 65536) throws(SystemCallFailure) -> [String] {
      let folder = try RawFile.Descriptor(path)
      return try names(folder, limit: limit)
    }

    /// Read from where the descriptor stands, so once of each.
    static func names(
      _ descriptor: borrowing RawFile.Descriptor, limit: Int = 65536
    ) throws(SystemCallFailure) -> [String] {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
      defer { buffer.deallocate() }
      var names: [String] = []
      while true {
        let filled = mantlet_raw_list(descriptor.number, buffer.baseAddress, buffer.count)
        if filled < 0 { throw .refused(Int32(-filled)) }
        if filled == 0 { return names }
        var position = 0
        // An entry: inode and offset (8 bytes each), its length (2), a type (1), the name with its zero.
        while position + 19 < filled {
          let length = Int(buffer.loadUnaligned(fromByteOffset: position + 16, as: UInt16.self))
          guard length > 19, position + length <= filled else { throw .unreadable("folder entry") }
          let name = buffer[(position + 19)..<(position + length)].prefix { $0 != 0 }
          if !name.elementsEqual([46]), !name.elementsEqual([46, 46]) {
            names.append(String(decoding: name, as: UTF8.self))
          }
          position += length
        }
        if names.count > limit { throw .tooLong }
      }
    }

    /// Symbolic links, all read into one buffer.
    struct Links: ~Copyable {
      private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

      /// Where the link leads; nil when it is gone by now.
      func target(
        of name: String, in folder: borrowing RawFile.Descriptor
      ) throws(SystemCallFailure) -> String? {
        let length = mantlet_raw_read_link_at(folder.number, name, buffer.baseAddress, buffer.count)
        if length == -Int(SystemCallFailure.notFound) { return nil }
        if length < 0 { throw .refused(Int32(-length)) }
        return String(decoding: buffer[..<length], as: UTF8.self)
      }

      /// Nil where that is no link.
      func target(of path: String) -> String? {
        let length = mantlet_raw_read_link_at(RawFile.currentFolder, path, buffer.baseAddress, buffer.count)
        return length > 0 ? String(decoding: buffer[..<length], as: UTF8.self) : nil
      }

      deinit { buffer.deallocate() }
    }
  }

#endif
