#if os(Linux)

  import Foundation
  import Glibc
  import Redaction
  import Testing

  /// What secrets leave in memory. `Scripts/sanitize memory` runs the same probe as a release build.
  @Suite struct SecretMemoryTests {
    private func probe(_ arguments: String...) throws -> (status: Int32, text: String) {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let process = Process()
      process.executableURL = URL(filePath: own).deletingLastPathComponent().appending(path: "MemoryProbe")
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }

    @Test("However a secret ends, nothing of it stays in the process's memory", .timeLimit(.minutes(15)))
    func nothingStays() throws {
      let run = try probe()
      #expect(run.status == 0, "\(run.text)")
      #expect(run.text.contains("planted: a freed block: 1"))
    }

    @Test("A leak that nobody expects fails the probe", .timeLimit(.minutes(15)))
    func probeFails() throws { #expect(try probe("hidden").status == 1) }

    @Test(
      "Pages of secrets are kept out of core dumps and children, and locked when they say so", arguments: [32, 9000])
    func pages(count: Int) throws {
      let secret = Secret(count: count) { _ in }
      let address = secret.withExposedBytes { UInt(bitPattern: $0.baseAddress) }
      var isInside = false
      var flags: [Substring] = []
      for line in try Self.smaps().split(separator: "\n") {
        let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
        if ends.count == 2 { isInside = (ends[0]..<ends[1]).contains(address) }
        if isInside, line.hasPrefix("VmFlags:") { flags = line.split(separator: " ") }
      }
      #expect(flags.contains("dd") && flags.contains("wf"))
      #expect(flags.contains("lo") == secret.isPageLocked)
    }

    /// Foundation's readers stop after one page of such a file.
    private static func smaps() throws -> String {
      let file = open("/proc/self/smaps", O_RDONLY)
      try #require(file >= 0)
      defer { close(file) }
      var text: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 65536)
      while case let count = read(file, &part, part.count), count > 0 { text += part[..<count] }
      return String(decoding: text, as: UTF8.self)
    }

    @Test("Where locking is refused a secret works and says so")
    func unlocked() async {
      await #expect(processExitsWith: .success) {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(__rlimit_resource_t(8), &limit) == 0 else { exit(3) }  // RLIMIT_MEMLOCK
        // Root may lock beyond the limit.
        if geteuid() == 0, seteuid(65534) != 0 { exit(4) }
        let secret = Secret(copying: [1, 2, 3])
        exit(!secret.isPageLocked && secret.isEqual(to: [1, 2, 3]) ? 0 : 1)
      }
    }

    @Test("Writing past a secret ends the process instead of changing its neighbour", arguments: [64, 256, 65536])
    func overrun(count: Int) async {
      await #expect(processExitsWith: .failure) { [count] in
        let secret = Secret(count: count) { buffer in
          buffer.baseAddress?.storeBytes(of: 1, toByteOffset: count, as: UInt8.self)
        }
        _ = consume secret
        exit(0)
      }
    }
  }

#endif
