#if os(Linux) && LinuxClient
  import ArgumentParser
  import CursorOnTarget
  import TakGateway

  /// `mantlet tak send`.
  struct TakSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send one position.",
      discussion:
        "Exit codes: 0 sent on a connection that the server answered on, 1 refused, 65 nothing was imported, 75 nobody "
        + "answered. The protocol has no receipt: sent is not delivered.")

    @OptionGroup var options: TakOptions
    @Option(help: "Degrees north.") var latitude: Double
    @Option(help: "Degrees east.") var longitude: Double
    @Option(help: "Callsign.") var callsign = "mantlet"
    @Option(help: "Type of the event.") var type = "a-f-G-U-C"
    @Option(help: "A remark.") var remarks: String?
    @Option(help: "Seconds for which the position holds.") var validity = 120

    func run() async throws {
      let event: CoTEvent
      do throws(CoTError) { event = try make() } catch { throw ExitStatus.stop(error, ExitStatus.usage) }
      let visit = try await TakVisit(options)
      let connection = visit.connection
      try await visit.run(seconds: nil, patience: options.timeout) { notice in
        guard notice == .connected else { return false }
        try await connection.send(event)
        return true
      }
      if options.json { StandardOutput.print(TakVisit.node(event)) } else { StandardOutput.print("sent") }
    }

    private func make() throws(CoTError) -> CoTEvent {
      guard (1...86_400).contains(validity) else { throw .invalid(.stale) }
      var detail = CoTDetail()
      detail.contact = CoTContact(callsign: try CoTLine(callsign), endpoint: try CoTLine("*:-1:stcp"))
      if let remarks { detail.remarks = CoTRemarks(text: try CoTText(remarks)) }
      let now = TakVisit.now()
      return try CoTEvent(
        uid: CoTLine(options.uid), type: CoTType(type), how: .gps, time: now,
        stale: now.advanced(milliseconds: Int64(validity) * 1000),
        point: CoTPoint(latitude: latitude, longitude: longitude), detail: detail)
    }
  }
#endif
