import AttestationVerification
import Foundation
import Testing
import UntrustedInput

/// The attestation vectors that lie outside the repository, in the folder that MANTLET_VECTORS names; INDEX.json says
/// what each must yield. Real devices made some of them; all real leaves have expired, so each has its time.
enum Vectors {
  static let folder: String? = {
    guard let path = ProcessInfo.processInfo.environment["MANTLET_VECTORS"] else { return nil }
    return [path + "/attestation", path].first { FileManager.default.fileExists(atPath: $0 + "/INDEX.json") }
  }()
  static var arePresent: Bool { folder != nil }
  static let absent: Comment = "MANTLET_VECTORS does not name the folder of attestation vectors"

  static func bytes(_ file: String) throws -> [UInt8] {
    let folder = try #require(folder)
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
  }

  static func text(_ file: String) throws -> String { String(decoding: try bytes(file), as: UTF8.self) }

  static func json(_ file: String) throws -> JSONNode {
    try JSONReader(maximumBytes: 1 << 22).read(try bytes(file))
  }

  static func roots(_ file: String) throws -> [AttestationRoot] { try AttestationRoot.roots(pem: try text(file)) }

  /// The rows of INDEX.json: file and its checks.
  static func index() throws -> [(file: String, checks: [JSONNode])] {
    try #require(try json("INDEX.json")["files"]?.array).map { row in
      (try #require(row["file"]?.string), row["checks"]?.array ?? [])
    }
  }

  /// `2020-11-21T22:13:00.187Z` and `2024-04-18 16:14:54+00:00` alike.
  static func date(_ text: String?) throws -> Date {
    var text = try #require(text).replacing(" ", with: "T").replacing("+00:00", with: "Z")
    if let dot = text.firstIndex(of: ".") { text = text[..<dot] + "Z" }
    return try Date(text, strategy: .iso8601)
  }
}

extension JSONNode {
  func base64(_ name: String) throws -> [UInt8] {
    let text = try #require(self[name]?.string, "\(name)")
    return Array(try #require(Data(base64Encoded: text)))
  }

  func utf8(_ name: String) throws -> [UInt8] { Array(try #require(self[name]?.string, "\(name)").utf8) }
}

/// How a verification ended, in the words of the vectors.
func outcome<Verified>(
  _ verify: () throws(AttestationError) -> Verified
) -> (verified: Verified?, refusedAt: String?, error: AttestationError?) {
  do {
    return (try verify(), nil, nil)
  } catch {
    return (nil, error.trail?.refusedAt?.rawValue, error)
  }
}
