#if os(Linux) || os(Android)

  import CLoadedImages
  import CRawSystemCalls

  /// The loader's list of images, and which of them the program asks for.
  struct LoadedImages: Sendable {
    struct Image: Sendable {
      let start: UInt
      let end: UInt
      /// Empty for the program.
      let path: String
      let isNeeded: Bool

      var fileName: Substring { path.split(separator: "/").last ?? "" }
      var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
    }

    let images: [Image]

    init() throws(SystemCallFailure) {
      let capacity = 1024
      let buffer = UnsafeMutableBufferPointer<mantlet_image>.allocate(capacity: capacity)
      defer { buffer.deallocate() }
      let count = mantlet_loaded_images(buffer.baseAddress, capacity)
      if count < 0 { throw .refused(Int32(-count)) }
      images = buffer.prefix(min(count, capacity)).map { image in
        Image(
          start: image.start, end: image.end, path: image.path.map { String(cString: $0) } ?? "",
          isNeeded: image.is_needed == 1)
      }
    }

    func image(at address: UInt) -> Image? { images.first { $0.start <= address && address < $0.end } }
  }

#endif
