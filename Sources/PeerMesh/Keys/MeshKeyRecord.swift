import Redaction

/// A mesh key with everything that belongs to it as bytes, as in QR codes, rekey messages and the store:
/// version 1, suite 1, epoch 4, not-before 8, not-after 8, key 32, key id 8, authority 0 or 33/34 behind a length,
/// mission name behind a length, checksum 4 (SHA-256 over a label and all before it). Numbers are big-endian; a bound of
/// zero is none.
enum MeshKeyRecord {
  static let version: UInt8 = 1
  static let limit = 256

  static func bytes(of key: MeshKey) -> Secret {
    var head: [UInt8] = [version, key.suite.rawValue]
    head.append(bigEndian: key.epoch)
    head.append(bigEndian: key.notBefore ?? 0)
    head.append(bigEndian: key.notAfter ?? 0)
    var tail: [UInt8] = []
    tail.append(bigEndian: key.id.number)
    let authority = key.authority?.encoded ?? []
    tail.append(UInt8(authority.count))
    tail += authority
    tail.append(shortText: key.mission)
    let (start, end) = (head.count, head.count + MeshKey.byteCount)
    return Secret(count: end + tail.count + 4) { record in
      record.copyBytes(from: head)
      key.withExposedKey { UnsafeMutableRawBufferPointer(rebasing: record[start..<end]).copyMemory(from: $0) }
      UnsafeMutableRawBufferPointer(rebasing: record[end...]).copyBytes(from: tail)
      let sum = MeshChecksum.of(UnsafeRawBufferPointer(rebasing: record.dropLast(4)))
      UnsafeMutableRawBufferPointer(rebasing: record.suffix(4)).copyBytes(from: sum)
    }
  }

  /// - Throws: ``MeshError/newerKeyVersion(_:)``, ``MeshError/keyChecksum``, ``MeshError/keyText(expected:)``.
  static func key(reading record: borrowing Secret) throws(MeshError) -> MeshKey {
    let fixed = 2 + 4 + 16
    guard record.count <= limit, record.count >= fixed + MeshKey.byteCount + 8 + 2 + 4 else {
      throw .keyText(expected: "a key record")
    }
    // Everything but the key leaves the secret.
    let (head, tail, secret, sum) = record.withExposedBytes { bytes in
      let key = UnsafeRawBufferPointer(rebasing: bytes[fixed..<fixed + MeshKey.byteCount])
      return (
        Array(bytes[..<fixed]), Array(bytes[(fixed + MeshKey.byteCount)...].dropLast(4)), Held(key),
        MeshChecksum.of(UnsafeRawBufferPointer(rebasing: bytes.dropLast(4))) == Array(bytes.suffix(4))
      )
    }
    guard head[0] == version else { throw .newerKeyVersion(Int(head[0])) }
    guard sum else { throw .keyChecksum }
    var (first, last) = (ByteFields(Array(head.dropFirst())), ByteFields(tail))
    guard let suite = first.number(UInt8.self).flatMap(MeshSuite.init), let epoch = first.number(UInt32.self),
      let notBefore = first.number(Int64.self), let notAfter = first.number(Int64.self),
      notBefore >= 0, notAfter == 0 || notAfter > notBefore
    else { throw .keyText(expected: "suite, epoch and times") }
    guard let id = last.number(UInt64.self), let count = last.number(UInt8.self),
      let authority = last.take(Int(count)), let mission = last.text(limit: 64), last.isAtEnd
    else { throw .keyText(expected: "key id, authority and mission") }
    let key = try MeshKey(
      secret.secret.duplicate(), mission: mission, suite: suite, epoch: epoch,
      notBefore: notBefore == 0 ? nil : notBefore, notAfter: notAfter == 0 ? nil : notAfter,
      authority: try device(authority))
    guard key.id.number == id else { throw .keyChecksum }
    return key
  }

  private final class Held {
    let secret: Secret
    init(_ bytes: UnsafeRawBufferPointer) { secret = Secret(copying: bytes) }
  }

  private static func device(_ bytes: [UInt8]) throws(MeshError) -> MeshDeviceKey? {
    guard !bytes.isEmpty else { return nil }
    var fields = ByteFields(bytes)
    guard let key = MeshDeviceKey(reading: &fields), fields.isAtEnd else { throw .publicKey }
    return key
  }
}
