#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// A file as the memory map shows it.
  ///
  /// Of an open file the kernel is asked by mapping a page of it: file systems of layers and subvolumes may tell stat(2)
  /// other numbers.
  struct ShownFile: Sendable, Hashable {
    let number: FileNumber
    /// Without the kernel's note of a file that is gone. The subvolumes of one file system number alike.
    let path: String

    init(_ row: ExecutableRows.Row) {
      number = row.fileNumber
      path = row.file
    }

    init(_ file: borrowing RawFile.Descriptor, _ process: ProcessFiles) throws(SystemCallFailure) {
      var address: UInt = 0
      let answer = mantlet_raw_map_page(file.number, &address)
      if answer < 0 { throw .refused(Int32(-answer)) }
      defer { _ = mantlet_raw_unmap_page(address) }
      var files = try AddressFiles(process, text: nil)
      guard let number = try files.file(at: address) else { throw .unreadable("memory map") }
      self.number = number
      let shown = try process.path(of: file)
      path = shown.hasSuffix(" (deleted)") ? String(shown.dropLast(10)) : shown
    }

    /// What the name leads to now; nil where that is nothing.
    static func named(_ name: String, _ process: ProcessFiles) throws(SystemCallFailure) -> ShownFile? {
      let answer = mantlet_raw_open_for_reading(name)
      if answer < 0, SystemCallFailure.refused(Int32(-answer)).isOfNothing { return nil }
      return try ShownFile(RawFile.Descriptor(answer: answer), process)
    }
  }

#endif
