import CursorOnTarget
import Testing

@Suite("Frames of the TAK protocol")
struct TAKFramingTests {
  @Test("Messages come out as they went in, wherever the bytes are split")
  func stream() throws {
    let messages: [[UInt8]] = [
      [], [1], Array(repeating: 0xBF, count: 127), Array(repeating: 2, count: 128), Array(repeating: 3, count: 20_000),
    ]
    let bytes = messages.flatMap(TAKStreamReader.frame)
    for size in [1, 2, 3, 7, 129, bytes.count] {
      var reader = TAKStreamReader()
      var found: [[UInt8]] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.receive(bytes[start..<min(start + size, bytes.count)])
        while let message = try reader.next() { found.append(message) }
      }
      #expect(found == messages)
    }
  }

  @Test("The head is that of another implementation")
  func head() throws {
    let frame = try EventFiles.message("position.stream")
    var reader = TAKStreamReader()
    try reader.receive(frame)
    let message = try #require(try reader.next())
    #expect(message.count == 255 && frame.starts(with: [0xBF, 0xFF, 0x01]))
    #expect(TAKStreamReader.frame(message) == frame)
  }

  @Test(
    "Other bytes, lengths over what is passed over and numbers over 64 bits close the stream",
    arguments: [
      ([0x3C], CoTError.malformed(expected: "0xBF", offset: 0)),
      ([0xBF, 0x81, 0x80, 0x80, 0x08], .tooLarge(limit: 16 << 20)),
      ([0xBF] + Array(repeating: 0xFF, count: 9) + [0x01], .tooLarge(limit: 16 << 20)),
      ([0xBF] + Array(repeating: 0xFF, count: 9) + [0x02], .malformed(expected: "a number of 64 bits", offset: 9)),
      ([0xBF] + Array(repeating: 0x80, count: 10), .malformed(expected: "a number of 64 bits", offset: 9)),
    ] as [([UInt8], CoTError)])
  func refusals(bytes: [UInt8], error: CoTError) throws {
    var reader = TAKStreamReader()
    try reader.receive(TAKStreamReader.frame([7]) + bytes)
    #expect(try reader.next() == [7])
    #expect(throws: error) { try reader.next() }
    #expect(reader.isClosed)
    #expect(throws: CoTError.closed) { try reader.next() }
    #expect(throws: CoTError.closed) { try reader.receive([]) }
  }

  @Test("A message over the limit is passed over without being kept, and the next one comes; one at the limit is taken")
  func passedOver() throws {
    let full = Array(repeating: UInt8(0xBF), count: 100)
    let messages: [[UInt8]] = [
      [1], full, full + [0xBF], Array(repeating: 2, count: 999), full, Array(repeating: 0xBF, count: 1_000), [3],
    ]
    let expected: [[UInt8]?] = [[1], full, nil, nil, full, nil, [3]]
    let bytes = messages.flatMap(TAKStreamReader.frame)
    for size in [1, 2, 3, 50, 103, 1_000, bytes.count] {
      var reader = TAKStreamReader(maximumBytes: 100, maximumPassed: 1_000)
      var found: [[UInt8]?] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.receive(bytes[start..<min(start + size, bytes.count)])
        while try add(&reader, to: &found, limit: 100) {}
      }
      #expect(found == expected && !reader.isClosed)
    }
    var reader = TAKStreamReader(maximumBytes: 100, maximumPassed: 1_000)
    try reader.receive(TAKStreamReader.frame(Array(repeating: 0, count: 1_001)))
    #expect(throws: CoTError.tooLarge(limit: 1_000)) { try reader.next() }
    #expect(reader.isClosed)
  }

  @Test("Of a message as much is passed over as of an event, and nothing of it left lying")
  func mostPassedOver() throws {
    let size = 64 << 10
    for count in [size + 1, 16 << 20] {
      let bytes = TAKStreamReader.frame(Array(repeating: 0, count: count)) + TAKStreamReader.frame([7])
      var reader = TAKStreamReader()
      var found: [[UInt8]?] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.receive(bytes[start..<min(start + size, bytes.count)])
        while try add(&reader, to: &found, limit: size) {}
      }
      #expect(found == [nil, [7]])
    }
    var reader = TAKStreamReader()
    try reader.receive(TAKStreamReader.frame(Array(repeating: 9, count: size)))
    #expect(try reader.next()?.count == size)
  }

  /// Adds what comes next, nil where a message was passed over; false when more bytes are needed.
  private func add(
    _ reader: inout TAKStreamReader, to found: inout [[UInt8]?], limit: Int
  ) throws(CoTError) -> Bool {
    do throws(CoTError) {
      guard let message = try reader.next() else { return false }
      found.append(message)
    } catch {
      guard error == .tooLarge(limit: limit), !reader.isClosed else { throw error }
      found.append(nil)
    }
    return true
  }

  @Test("Messages left lying are bounded")
  func backlog() throws {
    var reader = TAKStreamReader(maximumBytes: 100)
    try reader.receive(Array(repeating: 0xBF, count: 300))
    #expect(throws: CoTError.tooLarge(limit: 200)) { try reader.receive([0xBF]) }
  }

  @Test("A datagram is XML or a message of version 1; any other version is refused by number")
  func datagrams() throws {
    let position = try EventFiles.bytes("position")
    #expect(try TAKDatagram(position) == .event(position))
    let mesh = try EventFiles.message("position.mesh")
    guard case .message(let message) = try TAKDatagram(mesh) else { throw CoTError.closed }
    #expect(message.count == 255 && TAKDatagram.message(message).bytes == mesh)
    #expect(throws: CoTError.unsupportedVersion(2)) { try TAKDatagram([0xBF, 2, 0xBF, 1]) }
    #expect(throws: CoTError.unsupportedVersion(300)) { try TAKDatagram([0xBF, 0xAC, 0x02, 0xBF]) }
    #expect(throws: CoTError.tooLarge(limit: 10)) { try TAKDatagram(position, maximumBytes: 10) }
    for bad: [UInt8] in [[], [0xBF], [0xBF, 1], [0xBF, 1, 0xBE], [0x20, 0x3C], [0xBF, 0x80], [0]] {
      #expect(throws: CoTError.self) { try TAKDatagram(bad) }
    }
  }
}
