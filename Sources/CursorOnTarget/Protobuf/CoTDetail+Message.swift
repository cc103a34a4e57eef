#if TAK
  /// A detail as a message. An element has its field only when it says exactly what the field holds; any other stands
  /// in the text, and what stands in the text wins.
  extension CoTDetail {
    init(_ message: WireDetail, limits: CoTLimits) throws(CoTError) {
      self.init()
      var scanner = EventScanner(Array(message.xmlDetail.utf8), limits: limits)
      for element in try scanner.fragment(depth: 3) { try add(element) }
      if message.hasContact, contact == nil {
        contact = CoTContact(
          callsign: try WireText.line(message.contact.callsign, .contact),
          endpoint: try WireText.line(message.contact.endpoint, .contact))
      }
      if message.hasGroup, group == nil {
        group = CoTGroup(
          name: try WireText.line(message.group.name, .group), role: try WireText.line(message.group.role, .group))
      }
      if message.hasPrecisionLocation, precisionLocation == nil {
        precisionLocation = CoTPrecisionLocation(
          pointSource: try WireText.line(message.precisionLocation.geopointsrc, .precisionLocation),
          heightSource: try WireText.line(message.precisionLocation.altsrc, .precisionLocation))
      }
      if message.hasStatus, status == nil { status = try CoTStatus(battery: Int(message.status.battery)) }
      if message.hasTakv, software == nil {
        software = CoTSoftware(
          device: try WireText.line(message.takv.device, .takv),
          platform: try WireText.line(message.takv.platform, .takv),
          system: try WireText.line(message.takv.os, .takv), version: try WireText.line(message.takv.version, .takv))
      }
      if message.hasTrack, track == nil {
        track = try CoTTrack(course: message.track.course, speed: message.track.speed)
      }
    }

    func message(limits: CoTLimits) throws(CoTError) -> WireDetail {
      var message = WireDetail()
      var rest = self
      if let contact, contact.more.isEmpty, let callsign = contact.callsign, !callsign.isEmpty,
        contact.endpoint?.isEmpty != true
      {
        message.contact.callsign = callsign.description
        message.contact.endpoint = contact.endpoint?.description ?? ""
        rest.contact = nil
      }
      if let group, group.more.isEmpty, let values = Self.full([group.name, group.role]) {
        (message.group.name, message.group.role) = (values[0], values[1])
        rest.group = nil
      }
      if let place = precisionLocation, place.more.isEmpty,
        let values = Self.full([place.pointSource, place.heightSource])
      {
        (message.precisionLocation.geopointsrc, message.precisionLocation.altsrc) = (values[0], values[1])
        rest.precisionLocation = nil
      }
      if let status, status.more.isEmpty, let battery = status.battery {
        message.status.battery = UInt32(battery)
        rest.status = nil
      }
      if let software, software.more.isEmpty,
        let values = Self.full([software.device, software.platform, software.system, software.version])
      {
        (message.takv.device, message.takv.platform) = (values[0], values[1])
        (message.takv.os, message.takv.version) = (values[2], values[3])
        rest.software = nil
      }
      if let track, track.more.isEmpty, let course = track.course, let speed = track.speed {
        (message.track.course, message.track.speed) = (course, speed)
        rest.track = nil
      }
      var text = MarkupText(limits: limits)
      for element in rest.elements { try text.element(element, depth: 3) }
      message.xmlDetail = String(decoding: try text.finished(), as: UTF8.self)
      return message
    }

    /// All of them, or nil when one is missing or empty.
    private static func full(_ lines: [CoTLine?]) -> [String]? {
      let texts = lines.compactMap { $0 }.filter { !$0.isEmpty }.map(\.description)
      return texts.count == lines.count ? texts : nil
    }
  }
#endif
