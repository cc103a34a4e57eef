import ChainSamples
import Foundation

/// `openssl verify` as a second opinion on a chain.
struct OpenSSLTool {
  static let path: String? = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let isRequired = ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"

  private let path: String
  private let folder: URL

  init?() throws {
    guard let path = Self.path else { return nil }
    self.path = path
    folder = FileManager.default.temporaryDirectory.appending(path: "chains-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Whether OpenSSL would let this server in: path, purpose, name, strict reading of RFC 5280, 112 bits of security.
  func accepts(_ sample: ChainCase) throws -> Bool {
    let names = ["leaf", "others", "anchor"].map { folder.appending(path: "\(sample.number)-\($0).pem").path }
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    for (name, certificates) in zip(names, [[sample.chain[0]], Array(sample.chain.dropFirst()), [sample.anchor]]) {
      let blocks = certificates.map {
        "-----BEGIN CERTIFICATE-----\n"
          + Data($0).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
          + "\n-----END CERTIFICATE-----\n"
      }
      try Data(blocks.joined().utf8).write(to: URL(filePath: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments =
      ["verify", "-CAfile", names[2], "-no-CApath", "-no-CAstore"]
      + (sample.chain.count > 1 ? ["-untrusted", names[1]] : [])
      + [sample.host.hasPrefix("10.") ? "-verify_ip" : "-verify_hostname", sample.host, "-purpose", "sslserver"]
      + ["-x509_strict", "-auth_level", "2", "-attime", "\(sample.now)", names[0]]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
