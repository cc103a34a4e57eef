import ArgumentParser
import PlatformNetwork
import SecurityPolicy

/// `mantlet network links`: which apps may open a site's links.
struct NetworkLinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Write or check apple-app-site-association and assetlinks.json.",
    discussion: """
      The apps are those of server.devices.ios.origin and server.devices.android.origin of the policy, or the ones named \
      here. The site serves both files at /.well-known/ by HTTPS without a redirect, as application/json.
      """)

  @OptionGroup var options: PlatformOptions
  @Option(name: .customLong("apple-id"), help: "TEAM.bundle.id; may stand more than once.") var appleIDs: [String] = []
  @Option(name: .customLong("package"), help: "An Android package; may stand more than once.") var packages: [String] =
    []
  @Option(name: .customLong("digest"), help: "SHA-256 of a certificate that signs it, 64 lower-case digits.")
  var digests: [String] = []
  @Option(name: .customLong("path"), help: "What the app opens (default: /*); may stand more than once.")
  var paths: [String] = []

  func run() throws {
    let app = try linkedApp()
    if let path = options.check {
      let bytes = try GivenFile.read(path, limit: 4 << 20)
      if let app, Self.isAndroid(bytes) ? app.packages.isEmpty : app.appleIDs.isEmpty {
        throw ExitStatus.stop(
          "no app of this platform is named to compare the file with, neither by the policy's origins nor by an option",
          ExitStatus.usage)
      }
      let findings: [PlatformFinding]
      do throws(PlatformNetworkError) { findings = try judge(bytes, app) } catch {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
      return try PlatformFindings.tell(findings, about: path, asJSON: options.json)
    }
    guard let app else { return }
    var files: [PlatformFile] = []
    do {
      if !app.appleIDs.isEmpty {
        files.append(try AppSiteAssociation.written(for: app, paths: paths.isEmpty ? ["/*"] : paths))
      }
      if !app.packages.isEmpty { files.append(try AssetLinks.written(for: app)) }
    } catch {
      throw ExitStatus.stop(error, ExitStatus.usage)
    }
    guard !files.isEmpty else {
      throw ExitStatus.stop("no app is named, neither by the policy's origins nor by an option", ExitStatus.usage)
    }
    try options.deliver(files, [])
  }

  /// Statements of Android are a list, those of Apple an object.
  private static func isAndroid(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "[")
  }

  private func judge(_ bytes: [UInt8], _ app: LinkedApp?) throws(PlatformNetworkError) -> [PlatformFinding] {
    if Self.isAndroid(bytes) {
      let file = try AssetLinks(reading: bytes)
      return file.findings + (app.map(file.compared) ?? [])
    }
    let file = try AppSiteAssociation(reading: bytes)
    return file.findings + (app.map(file.compared) ?? [])
  }

  private func linkedApp() throws -> LinkedApp? {
    do throws(PlatformNetworkError) {
      if !appleIDs.isEmpty || !packages.isEmpty || !digests.isEmpty {
        return try LinkedApp(appleIDs: appleIDs, packages: packages, signingDigests: digests)
      }
    } catch {
      throw ExitStatus.stop(error, ExitStatus.usage)
    }
    guard let policy = try options.readPolicy() else { return nil }
    do { return try LinkedApp(policy.server) } catch {
      throw ExitStatus.stop(error, error == .incompleteOrigin ? ExitStatus.usage : ExitStatus.unreadable)
    }
  }
}
