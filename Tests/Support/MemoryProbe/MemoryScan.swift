#if os(Linux)

  import Glibc

  /// Reads every writable mapping of its own process through `/proc/self/mem`.
  struct MemoryScan {
    /// A place that holds at least 16 of the needle's bytes in a row. A freed block has lost its first 16 bytes to the
    /// allocator's own list, so asking for all 32 would miss it.
    struct Copy: Hashable {
      let address: UInt
      let mapping: String
    }

    enum Blindness: Error { case maps, memory }

    private static let chunk = 1 << 20
    private let buffer: UnsafeMutableRawPointer
    private let memory: Int32

    init() throws {
      guard let buffer = mmap(nil, Self.chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0),
        buffer != MAP_FAILED
      else { throw Blindness.memory }
      self.buffer = buffer
      memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
      guard memory >= 0 else { throw Blindness.memory }
    }

    func copies(of needle: Needle) throws -> [Copy] {
      var found: [UInt: (words: Set<Int>, mapping: String)] = [:]
      for mapping in try Self.mappings() {
        for range in withoutBuffer(mapping.range) {
          var start = range.lowerBound
          while start < range.upperBound {
            let wanted = min(Self.chunk, Int(range.upperBound - start))
            let count = pread(memory, buffer, wanted, off_t(start))
            guard count > 0 else { throw Blindness.memory }
            for word in needle.words {
              search(word, of: needle, in: count) { offset in
                found[start &+ UInt(offset) &- UInt(word * 8), default: ([], mapping.name)].words.insert(word)
              }
            }
            // A word may lie across the edge of two chunks.
            start += UInt(count < wanted || count <= 7 || start + UInt(count) == range.upperBound ? count : count - 7)
          }
        }
      }
      explicit_bzero(buffer, Self.chunk)
      return found.filter { _, seen in seen.words.contains { seen.words.contains($0 + 1) } }
        .map { Copy(address: $0.key, mapping: $0.value.mapping) }.sorted { $0.address < $1.address }
    }

    private func search(_ word: Int, of needle: Needle, in count: Int, _ report: (Int) -> Void) {
      var offset = 0
      while offset + 8 <= count, let hit = memchr(buffer + offset, Int32(needle.byte(word * 8)), count - 7 - offset) {
        let place = UnsafeRawPointer(hit)
        offset = place - UnsafeRawPointer(buffer)
        if needle.isWord(word, at: place) { report(offset) }
        offset += 1
      }
    }

    /// The buffer holds copies of whatever was read last.
    private func withoutBuffer(_ range: Range<UInt>) -> [Range<UInt>] {
      let own = UInt(bitPattern: buffer)..<UInt(bitPattern: buffer) + UInt(Self.chunk)
      guard range.overlaps(own) else { return [range] }
      return [
        range.lowerBound..<max(range.lowerBound, own.lowerBound),
        min(range.upperBound, own.upperBound)..<range.upperBound,
      ].filter { !$0.isEmpty }
    }

    /// With `read(2)` to the very end: Foundation's readers stop after one page of this file.
    private static func mappings() throws -> [(range: Range<UInt>, name: String)] {
      let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw Blindness.maps }
      defer { close(file) }
      var text: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(file, &part, part.count)
        guard count >= 0 else { throw Blindness.maps }
        if count == 0 { break }
        text += part[..<count]
      }
      let mappings = text.split(separator: 10).compactMap { line -> (range: Range<UInt>, name: String)? in
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 5)
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, fields[1].hasPrefix("rw") else { return nil }
        let name = fields.count > 5 ? fields[5].drop { $0 == " " } : ""
        return (ends[0]..<ends[1], name.isEmpty ? "anonymous" : String(name))
      }
      guard mappings.contains(where: { $0.name == "[stack]" }) else { throw Blindness.maps }
      return mappings
    }
  }

#endif
