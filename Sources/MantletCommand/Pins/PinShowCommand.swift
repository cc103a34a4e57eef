import ArgumentParser
import Foundation
import NetworkTrust
import SecurityPolicy
import UntrustedInput

#if os(Linux) && LinuxClient
  import LinuxTransport
#endif

/// `mantlet pin HOST[:PORT]` and `mantlet pin FILE`.
struct PinShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the pin of each key: base64 of SHA-256 over SubjectPublicKeyInfo.",
    discussion: """
      A FILE holds certificates or public keys in PEM, or one certificate in DER; nothing about it is verified. A file \
      whose name could be a host's is named with a folder: ./server.pem. A HOST \
      is asked for its certificates over TLS and not for anything else: the connection ends before any byte of \
      an application. Pins from the network are as good as the network: compare them with the server's own files.
      Exit codes: 0 the path is valid (or the file was read), 1 it is not, 2 the anchors cannot be read, 65 no \
      certificate in the file, or the server answered and showed none, 75 the server cannot be reached or says nothing.
      """)

  @Argument(help: "A host with or without port, or a file.") var source: String
  @Option(help: "PEM of the certificates that the path must end in (default: the system's).") var anchors: String?
  @Option(help: "Seconds until the server must have shown its certificates.") var timeout = 15
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    guard (1...3600).contains(timeout) else { throw ValidationError("--timeout is 1 to 3600 seconds") }
  }

  func run() async throws {
    if source.contains("/") { return try showFile() }
    let isThere = FileManager.default.fileExists(atPath: source)
    guard let endpoint = try? Endpoint("https://" + source) else {
      guard isThere else { throw ExitStatus.stop("neither a file nor HOST or HOST:PORT", ExitStatus.usage) }
      return try showFile()
    }
    // Whoever can put a file here must not answer for a server.
    guard !isThere else {
      throw ExitStatus.stop(
        "\(source) is a file here and could be a host: write ./\(source) for the file, or ask for the host elsewhere",
        ExitStatus.usage)
    }
    #if Server && os(Linux) && LinuxClient
      try await show(endpoint)
    #else
      throw ExitStatus.stop("built without the traits Server and LinuxClient: give a file", ExitStatus.usage)
    #endif
  }

  private func showFile() throws {
    let pins: [ServerPin]
    let bytes = try GivenFile.read(source)
    do { pins = try PinnedKeyFile.pins(in: bytes) } catch {
      throw ExitStatus.stop("\(source): \(error)", ExitStatus.unreadable)
    }
    StandardError.print("mantlet: read from the file \(source)")
    if json {
      StandardOutput.print(["source": .string(source), "pins": .strings(pins.map(\.base64))])
    } else {
      for pin in pins { StandardOutput.print(pin.base64) }
    }
  }

  #if Server && os(Linux) && LinuxClient
    private func show(_ endpoint: Endpoint) async throws {
      let chain: [[UInt8]]
      do { chain = try await ServerProbe.presented(by: endpoint, within: timeout) } catch {
        throw ServerProbe.stop(error, at: endpoint, after: timeout)
      }
      var presented: [String] = []
      for certificate in chain { presented.append((try? ServerPin(certificateDER: certificate))?.base64 ?? "") }
      let decision = try await judge(chain, endpoint.host)
      let path = decision.pinsSeen.map(\.base64)
      let reason =
        switch decision.verdict {
        case .holds: String?.none
        case .fails(let reason), .undetermined(let reason): reason.description
        }
      if json {
        let verdict = ["holds", "fails", "undetermined"][Int(decision.verdict.exitCode)]
        var members = [
          JSONMember("source", .string(endpoint.description)), JSONMember("verdict", .string(verdict)),
          JSONMember("pins", .strings(presented)), JSONMember("path", .strings(path)),
        ]
        if let reason { members.append(JSONMember("reason", .string(reason))) }
        StandardOutput.print(JSONNode(.object(members)))
      } else {
        for (index, pin) in presented.enumerated() {
          let part = index == 0 ? "leaf" : "presented issuer"
          StandardOutput.print("\(pin.isEmpty ? "unreadable" : pin)  \(part)")
        }
        for pin in path where !presented.contains(pin) { StandardOutput.print("\(pin)  anchor, not presented") }
        StandardError.print(
          reason.map { "mantlet: the path is not valid: \($0)" }
            ?? "mantlet: the path is valid for this host; pins count on such a path only")
      }
      guard decision.verdict.exitCode == 0 else { throw ExitCode(decision.verdict.exitCode) }
    }

    private func judge(_ chain: [[UInt8]], _ host: ServerHost) async throws -> TrustDecision {
      do throws(NetworkError) {
        let trusted = try SystemAnchors.load(path: anchors ?? SystemAnchors.defaultPath)
        let evaluation = try TrustEvaluation(anchors: trusted, pinning: .insecureUnpinned)
        return await evaluation.evaluate(chain: chain, host: host, now: Date())
      } catch {
        throw ExitStatus.stop(error, ExitStatus.undetermined)
      }
    }
  #endif
}
