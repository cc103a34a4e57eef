import Redaction

/// A ring of keys as it is kept, in both versions of a ``KeptMission``: version 1, highest epoch 4, floor 8, number of keys 1,
/// each key. Numbers are big-endian.
enum StoredKeyring {
  static func bytes(_ keyring: MeshKeyring, replayFloor: MeshTime, version: UInt8) -> Secret {
    var head: [UInt8] = [version]
    head.append(bigEndian: keyring.highestEpoch)
    head.append(bigEndian: replayFloor)
    head.append(UInt8(keyring.entries.count))
    let records = keyring.entries.map { StoredKey($0) }
    return Secret(count: head.count + records.reduce(0) { $0 + $1.count }) { room in
      room.copyBytes(from: head)
      var place = head.count
      for record in records {
        record.write(to: UnsafeMutableRawBufferPointer(rebasing: room[place..<place + record.count]))
        place += record.count
      }
    }
  }

  /// The ring, the floor, and where what follows begins; whichever version stands in front.
  static func read(_ bytes: UnsafeRawBufferPointer) -> (MeshKeyring, floor: MeshTime, end: Int)? {
    guard bytes.count >= 14 else { return nil }
    let epoch = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
    let floor = Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: 5, as: Int64.self))
    var (place, entries) = (14, [MeshKeyring.Entry]())
    for _ in 0..<bytes[13] {
      guard let (entry, next) = StoredKey.read(bytes, at: place) else { return nil }
      entries.append(entry)
      place = next
    }
    guard entries.count <= MeshKeyring.limit, entries.first?.standing == .current,
      entries.dropFirst().allSatisfy({ $0.standing != .current }), entries.allSatisfy({ $0.key.suite == .noise })
    else { return nil }
    return (MeshKeyring(entries: entries, highestEpoch: epoch), floor, place)
  }
}

/// One key as it is kept: standing 1, end 8, length 2, record.
private final class StoredKey {
  private let head: [UInt8]
  private let record: Secret

  init(_ entry: MeshKeyring.Entry) {
    record = MeshKeyRecord.bytes(of: entry.key)
    var head = [entry.standing.rawValue]
    head.append(bigEndian: entry.until ?? 0)
    head.append(bigEndian: UInt16(record.count))
    self.head = head
  }

  var count: Int { head.count + record.count }

  func write(to room: UnsafeMutableRawBufferPointer) {
    room.copyBytes(from: head)
    record.withExposedBytes { UnsafeMutableRawBufferPointer(rebasing: room[head.count...]).copyMemory(from: $0) }
  }

  static func read(_ bytes: UnsafeRawBufferPointer, at place: Int) -> (MeshKeyring.Entry, next: Int)? {
    guard place + 11 <= bytes.count, let standing = MeshKeyring.Standing(rawValue: bytes[place]) else { return nil }
    let until = Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 1, as: Int64.self))
    let end = place + 11 + Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 9, as: UInt16.self)))
    guard end <= bytes.count else { return nil }
    let record = Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[(place + 11)..<end]))
    guard let key = try? MeshKeyRecord.key(reading: record) else { return nil }
    return (MeshKeyring.Entry(key: key, standing: standing, until: until == 0 ? nil : until), end)
  }
}
