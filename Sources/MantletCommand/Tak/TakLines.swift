#if os(Linux) && LinuxClient
  import CursorOnTarget
  import UntrustedInput

  /// What the commands say of an event. The reader refused control and direction characters, so no text of others steers a
  /// terminal or forges a line.
  enum TakLines {
    static func node(_ event: CoTEvent) -> JSONNode {
      [
        "uid": .string(event.uid.description), "type": .string(event.type.description),
        "callsign": .string(event.detail.contact?.callsign?.description ?? ""),
        "latitude": JSONNode(.number("\(event.point.latitude)")),
        "longitude": JSONNode(.number("\(event.point.longitude)")), "stale": .string(event.stale.description),
        "remarks": .string(event.detail.remarks?.text?.description ?? ""),
      ]
    }

    /// A version of the TAK protocol on a stream.
    static func words(version: Int) -> String {
      "\(version == 0 ? "XML" : "messages") (version \(version) of the TAK protocol)"
    }

    static func line(_ event: CoTEvent) -> String {
      let callsign = event.detail.contact?.callsign?.description ?? ""
      return "\(event.type) \(event.uid) \(callsign) \(event.point.latitude) \(event.point.longitude)"
    }
  }
#endif
