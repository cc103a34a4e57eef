#if os(Linux)
  import ArgumentParser
  import PeerMesh
  import Redaction
  import UntrustedInput

  /// `mantlet psk show`: the key as a QR code, for the next member's camera.
  struct PSKShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the key as a QR code: on this terminal for a while, or into a file.",
      discussion: """
        The code is the key: whoever photographs it is a member. On a terminal it stands on the second screen, which \
        leaves nothing to scroll back to, and goes after --seconds. Files have mode 0600 and are not removed.
        """)

    @Option(help: "How long it stands on the terminal.") var seconds = 30
    @Option(help: "Write a PNG here instead.") var png: String?
    @Option(help: "Write an SVG here instead.") var svg: String?
    @Flag(help: "Print the text of the key; whoever reads it is a member.") var insecureText = false
    @Flag(help: "Show it in the seed's form, without name, end and checksum.") var insecureSeedForm = false
    @Option(help: "The folder that keeps it (default: MANTLET_MESH, else .mantlet-mesh).") var store: String?

    func validate() throws {
      guard (1...600).contains(seconds) else { throw ValidationError("--seconds is 1 to 600") }
      guard !insecureText || (png == nil && svg == nil) else { throw ValidationError("text or files, not both") }
    }

    func run() async throws {
      let key = try await MeshFolder(at: MeshFolder.location(store)).mission().keyring.current
      if insecureSeedForm {
        StandardError.print("mantlet: warning: --insecure-seed-form: without name, end and checksum")
      }
      let text = insecureSeedForm ? MeshKeyText.exposedSeedText(of: key) : MeshKeyText.exposedText(of: key)
      if insecureText {
        StandardError.print("mantlet: warning: --insecure-text: the key is printed; whoever reads it is a member")
        // mantlet:allow secrets-in-logs: --insecure-text asks for it.
        return text.withExposedBytes { StandardOutput.print(String(decoding: $0, as: UTF8.self)) }
      }
      #if TAK
        guard let code = QRModules(text) else { throw ExitStatus.stop("no QR code can hold it", ExitStatus.failure) }
        guard png == nil, svg == nil else { return try write(code, key) }
        try await show(code, key)
      #else
        throw ExitStatus.stop("built without the trait TAK: no QR codes; see --insecure-text", ExitStatus.usage)
      #endif
    }

    private func write(_ code: QRModules, _ key: MeshKey) throws {
      do throws(StateError) {
        if let png { try StateFile.write(QRPNG(code: code).bytes, to: png) }
        if let svg { try StateFile.write(QRSVG(code: code).text.utf8, to: svg) }
      } catch {
        throw ExitStatus.stop(error, ExitStatus.code(of: error))
      }
      StandardError.print("mantlet: what was written is the key of \(key.mission); remove it after use")
      PSKFacts(key).print(json: false)
    }

    private func show(_ code: QRModules, _ key: MeshKey) async throws {
      guard StandardOutput.isTerminal else {
        throw ExitStatus.stop("standard output is no terminal; see --png and --svg", ExitStatus.usage)
      }
      let end = Interruption()
      // The second screen of the terminal: nothing of it is left to scroll back to. Source: xterm control sequences.
      StandardOutput.print("\u{1B}[?1049h\u{1B}[2J\u{1B}[H")
      StandardOutput.print("This is the key of \(key.mission): whoever photographs it is a member.")
      StandardOutput.print("It goes in \(seconds) s, or with Ctrl-C.   \(key.fingerprint)\n")
      for line in QRTerminal(code: code).lines { StandardOutput.print(line) }
      let timer = Task { [seconds] in try await Task.sleep(for: .seconds(seconds)) }
      let watch = Task { [signals = end.signals] in
        for await _ in signals { break }
        timer.cancel()
      }
      _ = await timer.result
      watch.cancel()
      withExtendedLifetime(end) { StandardOutput.print("\u{1B}[2J\u{1B}[?1049l") }
    }
  }
#endif
