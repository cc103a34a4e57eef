#if os(Linux) || os(Android)

  import AppIntegrity
  import CLoadedImages
  import CRawSystemCalls

  /// The C target's memory and the last list of images.
  struct ImageTables: ~Copyable {
    private let memory = mantlet_image_memory_create()
    private var generation: UInt64 = 0
    private var last = LoadedImages(images: [])

    mutating func loaded() throws(SystemCallFailure) -> LoadedImages {
      guard let memory else { throw .refused(12) }
      var now: UInt64 = 0
      let count = mantlet_loaded_images(memory, mantlet_raw_own_code(), &now)
      if count < 0 { throw .refused(Int32(-count)) }
      if now == generation { return last }
      last = LoadedImages(
        images: (0..<count).map { index in
          let image = mantlet_image_at(memory, index)
          return LoadedImages.Image(
            start: image.start, end: image.end, path: image.path.map { String(cString: $0) } ?? "",
            isNeeded: image.is_needed == 1, isOwnNeeded: image.is_own_needed == 1, isInFront: image.is_in_front == 1,
            hasTextRelocations: image.has_text_relocations == 1, isKernel: image.is_kernel == 1,
            code: Self.code(memory, index), data: [image.first_data, image.last_data].filter { $0 != 0 })
        }, generation: now)
      generation = now
      return last
    }

    private static func code(_ memory: OpaquePointer, _ image: Int) -> [LoadedImages.Code] {
      var (parts, part): ([LoadedImages.Code], mantlet_code) = ([], mantlet_code())
      while mantlet_image_code(memory, image, parts.count, &part) == 1 {
        parts.append(LoadedImages.Code(start: part.start, end: part.end, shift: part.shift))
      }
      return parts
    }

    /// What preloaded libraries answer in the place of others, but those in `allowed` and what those need.
    mutating func answersInFront(
      allowing allowed: Set<String>, capacity: Int = 16
    ) throws(SystemCallFailure) -> [(function: String, image: LoadedImages.Image)] {
      let images = try loaded()
      let inFront = images.images.indices.filter { images.images[$0].isInFront }
      let welcome = inFront.filter { images.names(images.images[$0], among: allowed) }
      var answers: [(String, LoadedImages.Image)] = []
      var names = [UnsafePointer<CChar>?](repeating: nil, count: capacity)
      for index in inFront where !welcome.contains(where: { mantlet_image_needs(memory, $0, index) == 1 }) {
        let count = mantlet_answers_in_front(memory, index, &names, capacity)
        if count < 0 { throw .refused(Int32(-count)) }
        answers += names.prefix(count).compactMap { $0 }.map { (String(cString: $0), images.images[index]) }
      }
      return answers
    }

    func changedImports(
      _ level: CheckLevel, turn: UInt32, capacity: Int
    ) throws(SystemCallFailure) -> (changed: [ChangedImport], checked: Int) {
      guard let memory else { throw .refused(12) }
      let buffer = UnsafeMutableBufferPointer<mantlet_import>.allocate(capacity: capacity)
      defer { buffer.deallocate() }
      var checked = 0
      let count = mantlet_changed_imports(
        memory, level == .full ? 1 : 0, turn, mantlet_raw_own_code(), buffer.baseAddress, capacity, &checked)
      if count < 0 { throw .refused(Int32(-count)) }
      let changed = buffer.prefix(min(count, capacity)).map { slot in
        ChangedImport(symbol: slot.symbol.map { String(cString: $0) } ?? "", target: slot.value)
      }
      return (changed, checked)
    }

    deinit { mantlet_image_memory_destroy(memory) }
  }

#endif
