#if os(Linux) && LinuxClient
  import ArgumentParser
  import CursorOnTarget
  import TakGateway

  /// `mantlet tak send`.
  struct TakSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send one position.",
      discussion: """
        Exit codes: 0 sent on a connection that the server answered on, 1 refused, 65 nothing was imported, 75 nobody \
        answered. The protocol has no receipt: sent is not delivered. One event is not worth a change of version: it is \
        sent as XML, which every server reads.
        """)

    @OptionGroup var options: TakVisitOptions
    @Option(help: "Degrees north and east: LATITUDE,LONGITUDE.") var position: OwnPosition
    @Option(help: "Callsign.") var callsign = "mantlet"
    @Option(help: "Type of the event.") var type = "a-f-G-U-C"
    @Option(help: "A remark.") var remarks: String?
    @Option(help: "Seconds for which the position holds.") var validity = 120

    func validate() throws {
      guard (1...86_400).contains(validity) else { throw ValidationError("--validity is 1 to 86400 seconds") }
    }

    func run() async throws {
      let event: CoTEvent
      do throws(CoTError) {
        event = try position.event(
          uid: options.uid, callsign: callsign, type: type, remarks: remarks, validity: validity, now: TakLink.now())
      } catch { throw ExitStatus.stop(error, ExitStatus.usage) }
      let visit = try await options.visit(asksForMessages: false)
      try await visit.run(seconds: nil, patience: options.timeout) { notice in
        guard notice == .connected else { return false }
        try await visit.link.connection.send(event)
        return true
      }
      if options.json { StandardOutput.print(TakLines.node(event)) } else { StandardOutput.print("sent") }
    }
  }
#endif
