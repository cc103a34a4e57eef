#if os(Linux) && LinuxClient
  import ArgumentParser
  import Foundation
  import NetworkTrust
  import TakGateway
  import UntrustedInput

  /// `mantlet tak import FILE`.
  struct TakImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Show what a data package would do and, with --accept, keep it.",
      discussion: """
        Compare the fingerprint of the authority with what the server's people say. The package's password is inside it, \
        so the file is the credential itself: it is removed after the import was read back, unless --keep says otherwise; \
        copies elsewhere (mail, downloads, backups) stay, and flash memory may still hold it. A package with more than was \
        imported (further servers, maps, overlays) stays where it is, and it is said; --remove removes it all the same.
        Exit codes: 0 shown or imported, 1 not the expected authority, or the file could not be removed or has another \
        name; 65 refused, 75 not kept.
        """)

    @Argument(help: "The data package (.zip).") var file: String
    @Option(help: "Folder to keep the server in.") var state: String?
    @Option(help: "Import if this is the SHA-256 fingerprint (AA:BB:…) of its authority; one for each authority.")
    var accept: [String] = []
    @Flag(help: "Leave the package's file where it is.") var keep = false
    @Flag(help: "Remove the package's file, also with what was not imported.") var remove = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
      guard accept.isEmpty == (state == nil) else { throw ValidationError("--accept and --state go together") }
      guard !keep || !remove else { throw ValidationError("--keep or --remove, not both") }
    }

    func run() async throws {
      let package: DataPackage
      let bytes = try GivenFile.read(file, limit: DataPackage.maximumBytes)
      do throws(GatewayError) { package = try DataPackage(bytes) } catch {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      }
      let preview = package.preview(at: Date())
      show(preview)
      guard let state else { return }
      guard Set(preview.authorities.map(\.fingerprint)) == Set(accept.map { $0.uppercased() }) else {
        throw ExitStatus.stop("not the authorities that --accept names: nothing was kept", ExitStatus.fails)
      }
      let lock = try TakState(state).lock()
      do throws(GatewayError) { try await TakState(state).store().save(package.takServer()) } catch {
        throw ExitStatus.stop(error, ExitStatus.tryAgain)
      }
      withExtendedLifetime(lock) {}
      guard !keep else { return }
      guard remove || preview.warnings.isDisjoint(with: [.leftOut, .furtherFiles]) else {
        return StandardError.print(
          "mantlet: imported; \(file) holds more than that and stays: keep the rest elsewhere and remove it, it is a "
            + "credential")
      }
      try SpentFile.remove(file, after: "imported")
    }

    private func show(_ preview: PackagePreview) {
      let warnings = preview.warnings.map(\.rawValue).sorted()
      if json {
        StandardOutput.print([
          "server": .string(preview.endpoint.authority), "name": .string(preview.serverName ?? ""),
          "authorities": .strings(preview.authorities.map(\.fingerprint)), "user": .string(preview.user ?? ""),
          "enabled": JSONNode(.bool(preview.isEnabled)), "pinsServer": JSONNode(.bool(preview.pinsServer)),
          "warnings": .strings(warnings),
        ])
        return
      }
      StandardOutput.print("server     \(preview.endpoint.authority) (TLS)")
      if let user = preview.user { StandardOutput.print("user       \(user)") }
      for authority in preview.authorities {
        StandardOutput.print("authority  \(authority.name) \(authority.fingerprint)")
      }
      for warning in warnings { StandardOutput.print("warning    \(warning)") }
    }
  }
#endif
