#if os(Linux) || os(Android)

  /// The loader's list of images, and which of them the program asks for.
  struct LoadedImages: Sendable {
    struct Image: Sendable {
      let start: UInt
      let end: UInt
      /// Empty for the program.
      let path: String
      let isNeeded: Bool

      var fileName: Substring { path.utf8.lastIndex(of: 47).map { path[path.utf8.index(after: $0)...] } ?? path[...] }
      var folder: Substring { path.utf8.lastIndex(of: 47).map { path[..<$0] } ?? "" }
    }

    let images: [Image]

    func image(at address: UInt) -> Image? { images.first { $0.start <= address && address < $0.end } }
  }

#endif
