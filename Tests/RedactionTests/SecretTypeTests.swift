#if os(Linux)

  import Foundation
  import Testing

  /// What must not compile: the compiler itself is asked, line by line.
  @Suite struct SecretTypeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// The numbers of the lines, from 0, in which the compiler sees an error.
    private func refused(_ lines: [String]) throws -> Set<Int> {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "Lines.swift")
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      let sources = ["Secret", "SecretSlots", "LockedRegion"]
        .map { Self.root.appending(path: "Sources/Redaction/\($0).swift").path }
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments =
        [
          "swiftc", "-swift-version", "6", "-parse-as-library", "-diagnostic-style", "llvm", "-wmo", "-emit-sil",
          "-o", "/dev/null", file.path,
        ] + sources
      compiler.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
      let pipe = Pipe()
      compiler.standardError = pipe
      compiler.standardOutput = FileHandle.nullDevice
      try compiler.run()
      let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      compiler.waitUntilExit()
      let errors = output.matches(of: /Lines\.swift:(\d+):\d+: error:/).compactMap { Int($0.1) }
      // An error elsewhere would say nothing about the lines.
      try #require(output.components(separatedBy: "error: ").count - 1 == errors.count, "\(output)")
      return Set(errors.map { $0 - 1 })
    }

    @Test("A secret cannot be printed, dumped, reflected, hashed, encoded or boxed")
    func printing() throws {
      let bodies = [
        "print(secret)", "debugPrint(secret)", "dump(secret)", "_ = \"\\(secret)\"", "_ = Mirror(reflecting: secret)",
        "_ = String(describing: secret)", "_ = String(reflecting: secret)", "_ = secret.hashValue",
        "_ = secret == secret", "_ = secret as Any", "_ = [secret]", "_ = secret.description", "encode(secret)",
        "fatalError(\"\\(secret)\")", "assert(false, \"\\(secret)\")",
      ]
      let allowed = ["_ = secret.count", "_ = secret.isEqual(to: secret)", "_ = secret.isPageLocked"]
      let lines = (bodies + allowed).enumerated().map { index, body in
        "func use\(index)(_ secret: borrowing Secret) { \(body) }"
      }
      let found = try refused(lines + ["func encode(_ value: some Encodable) {}"])
      #expect(found == Set(bodies.indices), "\(Set(bodies.indices).symmetricDifference(found).map { lines[$0] })")
    }

    @Test("A secret cannot be copied, and not used after it was handed on")
    func copying() throws {
      let lines = [
        "func copy(_ secret: borrowing Secret) -> Secret { secret }",
        "func twice(_ secret: consuming Secret) { let one = secret; let two = secret; _ = (one.count, two.count) }",
        "func after(_ secret: consuming Secret) { take(secret); _ = secret.count }",
        "func take(_ secret: consuming Secret) {}",
        "func once(_ secret: consuming Secret) -> Secret { secret }",
      ]
      #expect(try refused(lines) == [0, 1, 2])
    }
  }

#endif
