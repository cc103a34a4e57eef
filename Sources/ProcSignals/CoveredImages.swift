#if os(Linux) || os(Android)

  /// What lies where the loader put the code of images.
  struct CoveredImages {
    private(set) var found: [String] = []
    private(set) var failure: SystemCallFailure?
    private let snapshot: Snapshot
    private let process: ProcessFiles
    private let rows: [ExecutableRows.Row]

    /// - Parameter text: the text that the rows are from, if any.
    init(
      _ images: LoadedImages, _ code: ExecutableRows, text: [UInt8]?, _ snapshot: Snapshot
    ) throws(SystemCallFailure) {
      self.snapshot = snapshot
      process = try snapshot.process.get()
      rows = code.rows
      var files = try AddressFiles(process, text: text)
      for image in images.images where !image.isKernel { try look(at: image, &files) }
    }

    var isQuiet: Bool { found.isEmpty && failure == nil }

    private mutating func look(
      at image: LoadedImages.Image, _ files: inout AddressFiles
    ) throws(SystemCallFailure) {
      var others: [FileNumber] = []
      // Android's loader may lay a shared file over the last part.
      for address in snapshot.tree.isAndroid ? image.data.prefix(1) : image.data[...] {
        if let file = try files.file(at: address), file.inode != 0 { others.append(file) }
      }
      for part in image.code {
        for row in rows where row.start < part.end && part.start < row.end {
          // Its name cannot be given to other memory.
          if row.path == "[vdso]" { continue }
          if !row.isOf(others) {
            note(row, image)
          } else if row.inode == 0 {
            failure = .unreadable("an image without a file")
          } else if !snapshot.tree.isAndroid {
            try compare(row, part, image)
          }
        }
      }
    }

    /// On Android an image may lie anywhere in the file of an app, and has the app's name.
    private mutating func compare(
      _ row: ExecutableRows.Row, _ part: LoadedImages.Code, _ image: LoadedImages.Image
    ) throws(SystemCallFailure) {
      if row.offset &- UInt64(row.start) != part.shift { return note(row, image) }
      let file = LoadedFile(image, row)
      if snapshot.memory.knows(file) { return }
      if try file.isNamed(process, rows) {
        snapshot.memory.remember(file)
      } else {
        failure = .unreadable("an image of another file")
      }
    }

    /// Distances from the image's start and not addresses, which tell an attacker where things lie.
    private mutating func note(_ row: ExecutableRows.Row, _ image: LoadedImages.Image) {
      let name = image.path.isEmpty ? "program" : EvidenceText.line(image.fileName)
      let start = String(row.start - min(row.start, image.start), radix: 16)
      let end = String(row.end - min(row.end, image.start), radix: 16)
      let now = row.path.isEmpty ? "unnamed memory" : EvidenceText.line(row.fileName)
      found.append("\(name)+0x\(start)...0x\(end): \(now)")
    }
  }

  extension ExecutableRows.Row {
    /// Whether it is of the file of each of the other parts, as far as those have one.
    fileprivate func isOf(_ others: [FileNumber]) -> Bool { others.allSatisfy { $0 == fileNumber } }
  }

#endif
