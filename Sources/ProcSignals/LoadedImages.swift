#if os(Linux) || os(Android)

  /// The loader's list of images, and which of them the program asks for.
  struct LoadedImages: Sendable {
    struct Image: Sendable {
      let start: UInt
      let end: UInt
      /// Empty for the program.
      let path: String
      /// The program asks for it, directly or through what it asks for.
      let isNeeded: Bool
      /// The same for the image that the checks are linked into.
      let isOwnNeeded: Bool
      /// It was preloaded, whatever it is called.
      let isInFront: Bool
      /// The loader wrote into its code, because it asks for that.
      let hasTextRelocations: Bool
      /// The kernel maps it into every process; it has no file.
      let isKernel: Bool
      /// What of its file may be executed, as its program headers have it.
      let code: [Code]
      /// Addresses in its first and its last part that are from its file and no code.
      let data: [UInt]

      var fileName: Substring { path.utf8.lastIndex(of: 47).map { path[path.utf8.index(after: $0)...] } ?? path[...] }
      var folder: Substring { path.utf8.lastIndex(of: 47).map { path[..<$0] } ?? "" }
    }

    struct Code: Sendable {
      let start: UInt
      let end: UInt
      /// What is added to an address for its place in the file, modulo 2^64.
      let shift: UInt64

      func meets(_ row: ExecutableRows.Row) -> Bool { row.start < end && start < row.end }
    }

    let images: [Image]
    /// Another number whenever the loader opened or closed something.
    var generation: UInt64 = 0

    /// Whether `allowed` names it: by its whole path, or by its name alone where it lies in a folder from which the
    /// program takes what it asks for. A name alone would be the attacker's to choose.
    func names(_ image: Image, among allowed: Set<String>) -> Bool {
      if image.path.isEmpty || allowed.isEmpty { return false }
      if allowed.contains(image.path) { return true }
      return allowed.contains(String(image.fileName))
        && images.contains { $0.isNeeded && !$0.isInFront && $0.folder == image.folder }
    }

    /// Whether a row lies in the code of an image, or in another part of an image and is of the file of its code: where
    /// all that may be read may be executed, the other parts are rows too.
    ///
    /// A row that only lies between the parts of an image is nobody's.
    func lists(_ row: ExecutableRows.Row, among rows: [ExecutableRows.Row]) -> Bool {
      images.contains { image in
        guard image.start < row.end, row.start < image.end else { return false }
        if image.code.contains(where: { $0.meets(row) }) { return true }
        return rows.contains { other in
          other.isOfFile(of: row) && image.code.contains { $0.meets(other) }
        }
      }
    }

    func image(at address: UInt) -> Image? { images.first { $0.start <= address && address < $0.end } }
  }

#endif
