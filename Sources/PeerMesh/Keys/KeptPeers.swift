/// What survives a restart of the devices that were met, in version 2 of a ``KeptMission``: number of confirmed devices 2,
/// each with its key, agreement key 32, uid and callsign behind a length of one byte, first heard 8; number of others 2, each
/// with its id 16 and when it was first heard 8. Numbers are big-endian.
struct KeptPeers: Sendable, Hashable {
  /// A device whose id a person compared.
  struct Confirmed: Sendable, Hashable {
    let device: MeshDeviceKey
    let agreementKey: [UInt8]
    let uid: String
    let callsign: String
    let firstHeard: MeshTime
  }

  static let confirmedLimit = 128
  static let heardLimit = 512
  /// At most ``confirmedLimit``.
  var confirmed: [Confirmed] = []
  /// When others were first heard, by their ids; at most ``heardLimit``.
  var heard: [[UInt8]: MeshTime] = [:]

  init() {}

  /// Nil for bytes that hold more than that, or a device, uid or callsign twice.
  init?(_ bytes: [UInt8]) {
    var fields = ByteFields(bytes)
    guard let count = fields.number(UInt16.self), count <= Self.confirmedLimit else { return nil }
    for _ in 0..<count {
      guard let device = MeshDeviceKey(reading: &fields), let agreementKey = fields.take(32),
        let uid = fields.text(limit: 64), let callsign = fields.text(limit: 64), let time = fields.number(Int64.self)
      else { return nil }
      confirmed.append(
        Confirmed(device: device, agreementKey: agreementKey, uid: uid, callsign: callsign, firstHeard: time))
    }
    for names in [Set(confirmed.map(\.uid)), Set(confirmed.map(\.callsign))] where names.count != confirmed.count {
      return nil
    }
    guard Set(confirmed.map(\.device)).count == confirmed.count, let others = fields.number(UInt16.self),
      others <= Self.heardLimit
    else { return nil }
    for _ in 0..<others {
      guard let id = fields.take(16), let time = fields.number(Int64.self), heard.updateValue(time, forKey: id) == nil
      else { return nil }
    }
    guard fields.isAtEnd else { return nil }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt16(confirmed.count))
    for peer in confirmed {
      bytes += peer.device.encoded + peer.agreementKey
      bytes.append(shortText: peer.uid)
      bytes.append(shortText: peer.callsign)
      bytes.append(bigEndian: peer.firstHeard)
    }
    bytes.append(bigEndian: UInt16(heard.count))
    for (id, time) in heard.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      bytes += id
      bytes.append(bigEndian: time)
    }
    return bytes
  }
}
