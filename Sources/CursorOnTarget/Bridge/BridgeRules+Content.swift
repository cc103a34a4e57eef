/// What an event holds when it passes.
extension BridgeRules {
  /// Elements that offer something to fetch, or ask to.
  private static let offers: Set = ["fileshare", "ackrequest", "attachment_list", "image", "__video", "mission"]

  /// A link between two objects is none of those; a link with an address is, and so is any other element with one.
  func sharesFile(_ event: CoTEvent) -> Bool { event.detail.elements.contains(where: Self.isOffer) }

  private static func isOffer(_ element: CoTElement) -> Bool {
    offers.contains(element.name) || element.attributes.contains { $0.name == "url" || $0.name == "href" }
      || element.elements.contains(where: isOffer)
  }

  /// The event with times that the bridge believes; nil when nothing is left of its validity.
  func clamped(_ event: CoTEvent, at now: CoTTime) -> CoTEvent? {
    let newest = now.advanced(milliseconds: Self.maximumSkew)
    let time = event.time > newest ? now : event.time
    let start = event.start > newest ? now : event.start
    let stale = min(event.stale, now.advanced(milliseconds: maximumValidity))
    guard stale > now else { return nil }
    return try? event.retimed(time: time, start: start, stale: stale)
  }

  /// The known elements without what they do not name; of the others, the link of a chat to its sender.
  ///
  /// - Parameter peer: of the mesh; nil for an event of the server.
  func detail(of event: CoTEvent, from peer: BridgePeer?, at now: CoTTime) -> CoTDetail {
    let old = event.detail
    var detail = CoTDetail()
    // Each side reaches the other through the bridge, not at an address of somebody's choice. What a server shows without
    // one is no person.
    detail.contact = old.contact.map { contact in
      var passing = CoTContact(callsign: peer?.callsign ?? contact.callsign)
      if peer != nil || contact.endpoint != nil { passing.endpoint = try? CoTLine("*:-1:stcp") }
      return passing
    }
    detail.group = old.group.map { CoTGroup(name: $0.name, role: $0.role) }
    detail.software = old.software.map {
      CoTSoftware(device: $0.device, platform: $0.platform, system: $0.system, version: $0.version)
    }
    detail.status = old.status.flatMap { try? CoTStatus(battery: $0.battery) }
    detail.track = old.track.flatMap { try? CoTTrack(course: $0.course, speed: $0.speed) }
    detail.droid = old.droid.map { CoTDroid(droid: $0.droid) }
    detail.precisionLocation = old.precisionLocation.map {
      CoTPrecisionLocation(pointSource: $0.pointSource, heightSource: $0.heightSource)
    }
    detail.emergency = old.emergency.map { CoTEmergency(kind: $0.kind, isCancelled: $0.isCancelled, text: $0.text) }
    detail.remarks = old.remarks.map { CoTRemarks(text: $0.text, source: source($0, peer), to: $0.to, time: $0.time) }
    if let chat = old.chat, event.type.isWithin(.chat) {
      detail.chat = CoTChat(
        room: chat.room, id: chat.id, messageID: chat.messageID, senderCallsign: chat.senderCallsign,
        group: chat.group.map { CoTChatGroup(id: $0.id, members: $0.members) })
      // Only a server delivers by this.
      if peer != nil { detail.marti = old.marti.map { CoTMarti(destinations: $0.destinations) } }
      if let sender = peer?.uid ?? chat.group?.members.first { try? detail.add(Self.link(to: sender)) }
    }
    detail.tag(tag, at: now)
    return detail
  }

  /// Whoever wrote a message of the mesh is the peer, whatever it says.
  private func source(_ remarks: CoTRemarks, _ peer: BridgePeer?) -> CoTLine? {
    guard let peer, remarks.source != nil else { return remarks.source }
    return try? CoTLine("BAO.F.Mantlet." + peer.uid.description)
  }

  private static func link(to sender: CoTLine) -> CoTElement {
    let values = [("uid", sender.description), ("type", "a-f-G-U-C"), ("relation", "p-p")]
    let attributes = values.map { CoTAttribute(known: $0.0, CoTText(judged: $0.1)) }
    return CoTElement(known: "link", attributes: attributes)
  }
}

extension CoTDetail {
  /// Where servers and bridges write that an event came by.
  static let path = "_flow-tags_"

  /// Adds a bridge to the path of the event.
  mutating func tag(_ name: String, at now: CoTTime) {
    let tagged = CoTElement(
      known: Self.path, attributes: [CoTAttribute(known: name, CoTText(judged: now.description))])
    // Never a known name, so never a second one of its kind.
    try? add(tagged)
  }
}

extension CoTLine {
  /// Whether this is that text, byte for byte, and something more.
  func begins(with head: String, _ middle: CoTLine, _ tail: String) -> Bool {
    let start = head + middle.description + tail
    return description.utf8.count > start.utf8.count && description.utf8.starts(with: start.utf8)
  }
}
