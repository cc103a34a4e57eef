#if os(Linux)
  import Foundation
  import Testing

  /// The command `openssl` in a folder of its own: the peer that makes the files and judges ours.
  final class OpenSSL: Sendable {
    struct Failure: Error { let status: Int32, text: String }

    static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    /// Without it the tests are skipped, which is a failure where tools are required.
    static let isThere = program != nil || ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"

    let folder = FileManager.default.temporaryDirectory.appending(path: "mantlet-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @discardableResult
    func run(_ arguments: String) throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: Self.program ?? "/usr/bin/openssl")
      // A word in quotes is taken whole.
      process.arguments = arguments.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
        $0.offset % 2 == 1 ? [String($0.element)] : $0.element.split(separator: " ").map(String.init)
      }
      process.currentDirectoryURL = folder
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus, text: text) }
      return text
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

    func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: folder.appending(path: name)) }

    func write(_ text: String, _ name: String) throws { try write(Array(text.utf8), name) }

    /// An authority, a key of this kind and a client's certificate for it: `ca.pem`, `key.pem`, `leaf.pem`, `.der`.
    func makeClient(_ kind: String = "EC -pkeyopt ec_paramgen_curve:P-256", usage: String = "clientAuth") throws {
      try makeAuthority()
      try run("genpkey -algorithm \(kind) -out key.pem")
      try run("req -new -key key.pem -subj /O=Field/CN=client -out leaf.csr")
      try sign(usage: usage)
    }

    func makeAuthority() throws {
      try run(
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -subj /CN=CA -days 3650"
      )
      try run("x509 -in ca.pem -outform DER -out ca.der")
    }

    /// Issues `leaf.der` for the request `leaf.csr`.
    func sign(usage: String = "clientAuth", days: Int = 365) throws {
      try write("extendedKeyUsage=\(usage)\nkeyUsage=digitalSignature\n", "leaf.ext")
      try run("x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -days \(days) -extfile leaf.ext -out leaf.pem")
      try run("x509 -in leaf.pem -outform DER -out leaf.der")
    }
  }
#endif
