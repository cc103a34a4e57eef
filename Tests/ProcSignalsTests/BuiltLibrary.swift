#if os(Linux)

  import Foundation
  import Testing

  /// A shared library from a few lines of C, in a folder of its own.
  enum BuiltLibrary {
    static let compiler = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The caller removes the folder.
    static func make(_ source: String, name: String = "libhook.so", options: [String] = []) throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appending(path: "hook-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "source.c")
      let library = folder.appending(path: name)
      try Data(source.utf8).write(to: file)
      let process = Process()
      process.executableURL = URL(filePath: try #require(compiler))
      process.arguments =
        ["-shared", "-fPIC", "-O1", "-w"] + options + ["-o", library.path, file.path, "-ldl", "-lpthread"]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return library
    }

    static func remove(_ library: URL) { try? FileManager.default.removeItem(at: library.deletingLastPathComponent()) }
  }

#endif
