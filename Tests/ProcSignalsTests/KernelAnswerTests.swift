#if os(Linux)

  import CRawSystemCalls
  import Foundation
  import Glibc
  import Testing

  /// Whether the kernel calls itself this release or a later one.
  private func isKernel(_ major: Int, _ minor: Int) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? ""
    let numbers = text.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= (major, minor)
  }

  @Suite("What the kernel is asked about code")
  struct KernelAnswerTests {
    private struct Row: Equatable {
      let start, end, offset, device, inode: UInt64
      let permissions: UInt32
      let name: String
    }

    /// The rows of code in the text, but for the one that no kernel gives when it is asked.
    private static func listed() throws -> [Row] {
      var rows: [Row] = []
      for line in try text().split(separator: "\n") {
        let fields = line.split(separator: " ", maxSplits: 5)
        try #require(fields.count >= 5)
        let name = fields.count > 5 ? String(fields[5].drop { $0 == " " }) : ""
        let flags = Array(fields[1].utf8)
        try #require(flags.count == 4)
        if flags[2] != UInt8(ascii: "x") || name == "[vsyscall]" { continue }
        let addresses = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
        let device = fields[3].split(separator: ":").compactMap { UInt64($0, radix: 16) }
        try #require(addresses.count == 2 && device.count == 2)
        let readable: UInt32 = flags[0] == UInt8(ascii: "r") ? 1 : 0
        let writable: UInt32 = flags[1] == UInt8(ascii: "w") ? 2 : 0
        rows.append(
          Row(
            start: addresses[0], end: addresses[1], offset: try #require(UInt64(fields[2], radix: 16)),
            device: device[0] << 32 | device[1], inode: try #require(UInt64(fields[4])),
            permissions: readable | writable | 4, name: name))
      }
      return rows
    }

    /// Read to its end: such a file has no size.
    private static func text() throws -> String {
      let file = try #require(fopen("/proc/self/maps", "r"))
      defer { fclose(file) }
      var (bytes, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 64 * 1024))
      while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func told(_ map: Int32) throws -> [Row] {
      var name = [CChar](repeating: 0, count: 8192)
      var row = mantlet_raw_row()
      var rows: [Row] = []
      while true {
        let answer = mantlet_raw_next_code(map, rows.last?.end ?? 0, &name, name.count, &row)
        if answer == 0 { return rows }
        try #require(answer == 1)
        let bytes = name.prefix(Int(row.name)).map { UInt8(bitPattern: $0) }
        rows.append(
          Row(
            start: row.start, end: row.end, offset: row.offset, device: row.device, inode: row.inode,
            permissions: row.permissions, name: String(decoding: bytes, as: UTF8.self)))
      }
    }

    @Test("It tells the rows of code that the text of the map has", .enabled(if: isKernel(6, 11), "needs Linux 6.11"))
    func rows() throws {
      let map = Int32(mantlet_raw_open_for_reading("/proc/self/maps"))
      try #require(map >= 0)
      defer { _ = mantlet_raw_close(map) }
      // Other tests of this process may bring in code meanwhile.
      for _ in 0..<100 {
        let before = try Self.listed()
        let told = try Self.told(map)
        guard try Self.listed() == before else { continue }
        #expect(!told.isEmpty && told == before)
        return
      }
      Issue.record("the map never stood still")
    }

    @Test(
      "It tells the row of memory that is no code, and none where none is",
      .enabled(if: isKernel(6, 11), "needs Linux 6.11"))
    func place() throws {
      let map = Int32(mantlet_raw_open_for_reading("/proc/self/maps"))
      try #require(map >= 0)
      defer { _ = mantlet_raw_close(map) }
      let size = sysconf(Int32(_SC_PAGESIZE))
      let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let page = try #require(memory == MAP_FAILED ? nil : memory)
      defer { munmap(page, size) }
      let address = UInt64(UInt(bitPattern: page))
      var row = mantlet_raw_row()
      #expect(mantlet_raw_row_at(map, address, &row) == 1)
      #expect(row.start <= address && address < row.end && row.inode == 0 && row.permissions & 4 == 0)
      #expect(mantlet_raw_row_at(map, 0, &row) == 0)
    }

    @Test("It tells its release as the file in /proc has it")
    func release() throws {
      var bytes = [UInt8](repeating: 0, count: 65)
      let count = mantlet_raw_release(&bytes, bytes.count)
      try #require(count > 0 && count <= bytes.count)
      let text = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
      #expect(String(decoding: bytes.prefix(count), as: UTF8.self) + "\n" == text)
      let short = mantlet_raw_release(&bytes, 1)
      #expect(short < 0)
    }

    @Test("It tells the one page of a mapped file that was written to", .enabled(if: isKernel(6, 7), "needs Linux 6.7"))
    func pages() throws {
      let size = sysconf(Int32(_SC_PAGESIZE))
      let file = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
      try Data(repeating: 1, count: 4 * size).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let descriptor = open(file.path, O_RDONLY)
      let memory = mmap(nil, 4 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0)
      close(descriptor)
      let pages = try #require(memory == MAP_FAILED ? nil : memory)
      defer { munmap(pages, 4 * size) }
      // A page that was read only is there as well, and the file's.
      let read = (0..<4).map { pages.load(fromByteOffset: $0 * size, as: UInt8.self) }
      #expect(read == [1, 1, 1, 1])
      pages.storeBytes(of: 7, toByteOffset: 2 * size, as: UInt8.self)

      let table = Int32(mantlet_raw_open_for_reading("/proc/self/pagemap"))
      try #require(table >= 0)
      defer { _ = mantlet_raw_close(table) }
      let start = UInt64(UInt(bitPattern: pages))
      let end = start + UInt64(4 * size)
      var found = [mantlet_raw_pages](repeating: mantlet_raw_pages(), count: 8)
      var next: UInt64 = 0
      let count = mantlet_raw_private_pages(table, start, end, &found, found.count, &next)
      #expect(count == 1 && next == end)
      #expect(found[0].start == start + UInt64(2 * size) && found[0].end == start + UInt64(3 * size))
    }
  }

#endif
