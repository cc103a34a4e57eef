#if os(Linux)
  import ArgumentParser
  import CursorOnTarget

  /// A position in degrees on the command line: `LATITUDE,LONGITUDE`.
  struct OwnPosition: Sendable, ExpressibleByArgument {
    private let latitude: Double
    private let longitude: Double

    init?(argument: String) {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
        (try? CoTPoint(latitude: latitude, longitude: longitude)) != nil
      else { return nil }
      (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// - Parameter validity: seconds.
    /// - Throws: ``CoTError``
    func event(
      uid: String, callsign: String, type: String = "a-f-G-U-C", team: String = "", remarks: String? = nil,
      validity: Int, now: CoTTime
    ) throws(CoTError) -> CoTEvent {
      var detail = CoTDetail()
      detail.contact = CoTContact(callsign: try CoTLine(callsign), endpoint: try CoTLine("*:-1:stcp"))
      if !team.isEmpty { detail.group = CoTGroup(name: try CoTLine(team)) }
      if let remarks { detail.remarks = CoTRemarks(text: try CoTText(remarks)) }
      return try CoTEvent(
        uid: CoTLine(uid), type: CoTType(type), how: .gps, time: now,
        stale: now.advanced(milliseconds: Int64(validity) * 1000),
        point: CoTPoint(latitude: latitude, longitude: longitude), detail: detail)
    }
  }
#endif
