#if os(Linux)
  import Foundation
  import LinuxSecretFiles
  import SecretStorage
  import SecurityTesting
  import Testing

  /// Stories between real processes; `Scripts/soak secrets` runs the first at full size.
  @Suite struct SecretFilesProcessTests {
    private func start(_ words: String...) throws -> (Process, Pipe) {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let process = Process()
      process.executableURL = URL(filePath: own).deletingLastPathComponent().appending(path: "SecretSoak")
      process.arguments = words
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      return (process, pipe)
    }

    private func finish(_ run: (process: Process, pipe: Pipe)) -> (code: Int32, text: String) {
      let text = String(decoding: run.pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      run.process.waitUntilExit()
      return (run.process.terminationStatus, text)
    }

    @Test("After kill -9 at 25 random instants no acknowledged change is lost and no item is half there")
    func kills() throws {
      let place = try Place()
      let (code, text) = finish(try start("kills", place.folder, "25", "\(UInt64.random(in: 0...9999))"))
      #expect(code == 0, "\(text)")
      #expect(text.hasPrefix("25 kills"), "\(text)")
    }

    @Test("Two processes that write at once are serialised, and nothing is lost")
    func twoProcesses() async throws {
      let place = try Place()
      let runs = [try start("fill", place.folder, "left", "40"), try start("fill", place.folder, "right", "40")]
      for run in runs {
        let (code, text) = finish(run)
        #expect(code == 0, "\(text)")
      }
      let store = try place.open()
      #expect(try await store.names().count == 80)
      for side in ["left", "right"] {
        for number in 0..<40 {
          #expect(try await bytes("\(side).\(number)", in: store) == Array("\(side) \(number)".utf8))
        }
      }
    }

    @Test("Processes that make the same keys at once, the store's root key among them, go on with the same ones")
    func sameKeys() async throws {
      let place = try Place()
      let runs = try ["left", "right", "third"].map { try start("adds", place.folder, $0, "40") }
      let texts = runs.map { finish($0) }
      #expect(texts.allSatisfy { $0.code == 0 }, "\(texts)")
      #expect(Set(texts.map(\.text)).count == 1)
      let kept = texts[0].text.split(separator: "\n")
      #expect(kept.count == 40)
      let store = try place.open()
      for number in 0..<40 { #expect(try await bytes("key.\(number)", in: store) == Array(kept[number].utf8)) }
    }

    @Test("A file that may not grow is a full medium: the old item stands, and nothing else is left")
    func limit() throws {
      let place = try Place()
      let (code, text) = finish(try start("full", place.folder, "16384"))
      #expect(code == 0 && text == "full, and the old item stands\n", "\(text)")
      #expect(try place.files() == ["growing.sealed", "index", "lock", "root.key"])
    }
  }
#endif
