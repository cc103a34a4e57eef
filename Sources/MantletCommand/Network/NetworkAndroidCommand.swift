import ArgumentParser
import Foundation
import PlatformNetwork
import SecurityPolicy
import SwiftASN1

/// `mantlet network android`: `network_security_config.xml` and its raw resources.
struct NetworkAndroidCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "android", abstract: "Write or check network_security_config.xml.",
    discussion: """
      The manifest names the file: <application android:networkSecurityConfig="@xml/network_security_config">. \
      Android stops pinning on the day of expiry; a policy that refuses after its day gets no such day here. With \
      --check and --policy the certificates in ../raw beside the file are held against the policy's anchors.
      """)

  @OptionGroup var options: PlatformOptions
  @Option(help: "A raw resource that debuggable builds trust, too.") var debugAuthority: String?
  @Option(help: "Judge expiry as of this day, as in 2026-06-01 (default: today).") var at: String?

  func run() throws {
    let policy = try options.readPolicy()
    if let path = options.check {
      let file: AndroidNetworkFile
      let bytes = try GivenFile.read(path, limit: 4 << 20)
      do { file = try AndroidNetworkFile(reading: bytes, today: try today()) } catch let error as PlatformNetworkError {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
      let differences =
        try policy.map { file.compared(with: try options.plan($0), raw: Self.certificates(of: file, at: path)) } ?? []
      return try PlatformFindings.tell(file.findings + differences, about: path, asJSON: options.json)
    }
    guard let policy else { return }
    let plan = try options.plan(policy)
    let written: (files: [PlatformFile], findings: [PlatformFinding])
    do { written = try AndroidNetworkFile.written(from: plan, debugAuthority: debugAuthority) } catch {
      throw ExitStatus.stop(error, ExitStatus.usage)
    }
    try options.deliver(written.files, written.findings)
  }

  /// What lies in `../raw` for each resource that the file trusts; those that cannot be read are left out.
  private static func certificates(of file: AndroidNetworkFile, at path: String) -> [String: [[UInt8]]] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent().path + "/raw/"
    var found: [String: [[UInt8]]] = [:]
    for case .resource(let name) in file.authorities.values.joined() where found[name] == nil {
      for ending in [".der", ".pem", ".crt", ".cer", ""] {
        guard let bytes = GivenFile.bytes(of: folder + name + ending) else { continue }
        let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self))
        found[name] = bytes.first == 0x30 ? [bytes] : documents.map { $0.map(\.derBytes) } ?? [bytes]
        break
      }
    }
    return found
  }

  private func today() throws -> PolicyDay {
    let text = at ?? String(Date().formatted(.iso8601).prefix(10))
    guard let day = PolicyDay(text) else {
      throw ExitStatus.stop("--at is a day as in 2026-06-01", ExitStatus.usage)
    }
    return day
  }
}
