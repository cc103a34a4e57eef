#if os(Linux) || os(Android)

  /// What lies where the loader put the code of images.
  struct CoveredImages {
    private(set) var found: [String] = []
    private(set) var failure: SystemCallFailure?
    private let snapshot: Snapshot
    private let process: ProcessFiles
    private let images: [LoadedImages.Image]
    private let rows: [ExecutableRows.Row]

    /// - Parameter text: the text that the rows are from, if any.
    init(
      _ images: LoadedImages, _ code: ExecutableRows, text: [UInt8]?, _ snapshot: Snapshot
    ) throws(SystemCallFailure) {
      self.snapshot = snapshot
      process = try snapshot.process.get()
      self.images = images.images
      rows = code.rows
      var files = try AddressFiles(process, text: text)
      for image in images.images {
        if image.isKernel { lookAtKernel(image) } else { try look(at: image, &files) }
      }
    }

    var isQuiet: Bool { found.isEmpty && failure == nil }

    private mutating func look(
      at image: LoadedImages.Image, _ files: inout AddressFiles
    ) throws(SystemCallFailure) {
      var others: [FileNumber] = []
      // Android's loader may lay a shared file over the last part.
      for address in snapshot.tree.isAndroid ? image.data.prefix(1) : image.data[...] {
        // Memory of no file counts as well: the loader lays none where a part of the file begins.
        if let file = try files.file(at: address) { others.append(file) }
      }
      var first: ExecutableRows.Row?
      for part in image.code {
        for row in rows where part.meets(row) {
          let known = first ?? row
          first = known
          if !row.isOf(others) || !row.isOfFile(of: known) || row.isKernel {
            note(row, image)
          } else if row.inode == 0 {
            failure = .unreadable("an image without a file")
          } else if !snapshot.tree.isAndroid {
            compare(row, part, image)
          }
        }
      }
    }

    /// Its name cannot be given to other memory, but the loader asks memory that anybody may write to which image it is.
    private mutating func lookAtKernel(_ image: LoadedImages.Image) {
      for part in image.code {
        for row in rows where part.meets(row) && !row.isKernel { note(row, image) }
      }
    }

    /// On Android an image may lie anywhere in the file of an app, and has the app's name.
    private mutating func compare(
      _ row: ExecutableRows.Row, _ part: LoadedImages.Code, _ image: LoadedImages.Image
    ) {
      if row.offset &- UInt64(row.start) != part.shift { return note(row, image) }
      let file = LoadedFile(image, row)
      if snapshot.memory.knows(file) { return }
      do throws(SystemCallFailure) {
        var isRight = try file.isNamed(process)
        if !isRight { isRight = try isStartedByLoader(image) }
        guard isRight else { throw .unreadable("an image of another file") }
        snapshot.memory.remember(file)
      } catch {
        // What was found in other images counts all the same.
        failure = error
      }
    }

    /// The loader may have been started with the program's name: then it is the process's file, and the kernel began in
    /// the loader's code and not in the program.
    private func isStartedByLoader(_ image: LoadedImages.Image) throws(SystemCallFailure) -> Bool {
      guard image.path.isEmpty, let program = try process.program(), let entry = try process.entry() else {
        return false
      }
      if image.start <= entry && entry < image.end { return false }
      return images.contains { other in other.code.contains { $0.start <= entry && entry < $0.end } }
        && rows.contains { $0.path == program && $0.start <= entry && entry < $0.end }
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
    /// Whether it is of the file of each of the other parts.
    fileprivate func isOf(_ others: [FileNumber]) -> Bool { others.allSatisfy { $0 == fileNumber } }

    fileprivate var isKernel: Bool { path == "[vdso]" }
  }

#endif
