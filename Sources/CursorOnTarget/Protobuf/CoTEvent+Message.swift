#if TAK
  /// An event as a message.
  extension CoTEvent {
    /// Attributes of the event that have a field of their own, in TAK Server's messages only.
    private static let labels = ("caveat", "releaseableTo")

    init(_ message: WireCotEvent, limits: CoTLimits) throws(CoTError) {
      let point = try CoTPoint(
        latitude: message.lat, longitude: message.lon, height: message.hae, circularError: message.ce,
        linearError: message.le)
      try self.init(
        uid: WireText.required(message.uid, .uid),
        type: CoTType(WireText.required(message.type, .type).description),
        how: CoTHow(WireText.required(message.how, .how).description),
        time: WireText.time(message.sendTime, .time), start: WireText.time(message.startTime, .start),
        stale: WireText.time(message.staleTime, .stale), point: point,
        detail: CoTDetail(message.detail, limits: limits))
      access = try WireText.line(message.access, .access)
      qualityOfService = try WireText.line(message.qos, .qos)
      operation = try WireText.line(message.opex, .opex)
      var labels: [CoTAttribute] = []
      for (name, value) in [(Self.labels.0, message.caveat), (Self.labels.1, message.releaseableTo)] {
        guard let line = try WireText.line(value, .event) else { continue }
        labels.append(CoTAttribute(known: name, CoTText(line)))
      }
      keep(labels)
    }

    func message(limits: CoTLimits) throws(CoTError) -> WireCotEvent {
      var message = WireCotEvent()
      message.type = type.description
      message.access = access?.description ?? ""
      message.qos = qualityOfService?.description ?? ""
      message.opex = operation?.description ?? ""
      message.uid = uid.description
      message.sendTime = UInt64(time.millisecondsSince1970)
      message.startTime = UInt64(start.millisecondsSince1970)
      message.staleTime = UInt64(stale.millisecondsSince1970)
      message.how = how.description
      message.lat = point.latitude
      message.lon = point.longitude
      message.hae = point.height ?? CoTPoint.unknownOfOld
      message.ce = point.circularError ?? CoTPoint.unknownOfOld
      message.le = point.linearError ?? CoTPoint.unknownOfOld
      message.detail = try detail.message(limits: limits)
      message.caveat = more.first { $0.name == Self.labels.0 }?.value.description ?? ""
      message.releaseableTo = more.first { $0.name == Self.labels.1 }?.value.description ?? ""
      return message
    }
  }
#endif
