#if os(Linux) && LinuxClient
  import ArgumentParser
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import Redaction
  import TakGateway
  import UntrustedInput

  /// `mantlet tak enrol`.
  struct TakEnrolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "enrol", abstract: "Get a client certificate from the imported server, by an enrolment code.",
      discussion: """
        Reads the text of the code from the first line of standard input: as an argument every user of the machine could \
        read its password. The server is judged by the imported authorities before the password leaves; a code for \
        another host is refused. The key is made here; it and its certificate replace those kept before.
        Exit codes: 0 enrolled, 1 refused, or not the right server, 65 no enrolment code, or nothing was imported, 75 \
        nobody answered, or not kept.
        """)

    @OptionGroup var options: TakOptions
    @Option(help: "Port of the enrolment.") var port = CertificateEnrolment.defaultPort
    @Option(help: "Uid of this client.") var uid = "mantlet"
    @Flag(help: "Print one JSON object.") var json = false

    func run() async throws {
      let code = try Self.code()
      let state = TakState(options.state)
      var server = try await state.server()
      let lock = try state.lock()
      defer { withExtendedLifetime(lock) {} }
      server = try await state.server()
      do throws(GatewayError) {
        server.identity = try await enrol(in: server, by: code)
      } catch {
        throw ExitStatus.stop(error, Self.status(of: error))
      }
      do throws(GatewayError) { try await state.store().save(server) } catch {
        throw ExitStatus.stop(error, ExitStatus.tryAgain)
      }
      guard let end = server.identity?.notAfter else { return }
      let until = end.formatted(.iso8601)
      if json {
        StandardOutput.print(["enrolled": true, "until": .string(until)])
      } else {
        StandardOutput.print("enrolled, until \(until)")
      }
    }

    private static func code() throws -> EnrolmentCode {
      let line = StandardInput.secretLine()
      let text = line.withExposedBytes { String(decoding: $0, as: UTF8.self) }
      do throws(GatewayError) { return try EnrolmentCode(text) } catch {
        throw ExitStatus.stop(error, ExitStatus.unreadable)
      }
    }

    private func enrol(in server: TakServer, by code: EnrolmentCode) async throws(GatewayError) -> ClientIdentity {
      let transport: PinnedHTTPTransport
      let trust = try options.trust(in: server)
      do throws(NetworkError) {
        transport = try PinnedHTTPTransport(
          endpoint: Endpoint(host: server.endpoint.host, port: port), trust: trust, now: { Date() })
      } catch { throw .network(error) }
      let enrolment = try CertificateEnrolment(to: server, over: transport, code: code, clientUID: uid)
      var dice = SystemRandomNumberGenerator()
      let key: PrivateKeyDER
      do throws(IdentityError) { key = try PrivateKeyDER.makeP256(using: &dice) } catch { throw .identity(error) }
      return try await enrolment.enrol(.exportable(key), now: { Date() })
    }

    private static func status(of error: GatewayError) -> ExitCode {
      switch error {
      case .malformedEnrolment, .enrolmentIncomplete: ExitStatus.unreadable
      case .network(.unreachable), .network(.timeout), .network(.nameNotResolved), .network(.closed):
        ExitStatus.tryAgain
      default: ExitStatus.fails
      }
    }
  }
#endif
