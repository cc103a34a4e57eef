import Redaction
import SecretStorage
import Testing

@Suite struct PINAttemptsTests {
  private func read(_ bytes: [UInt8]) throws -> PINAttempts {
    try PINAttempts(reading: Secret(copying: bytes), named: PINAttempts.secretName)
  }

  @Test("A count comes back as it was", arguments: [0, 1, 255, 256, 0x0102_0304, .max] as [UInt32])
  func roundTrip(_ count: UInt32) throws {
    #expect(try read(bytes(PINAttempts(count: count).secretForm())) == PINAttempts(count: count))
  }

  @Test("The form is the documented one")
  func layout() {
    #expect(bytes(PINAttempts(count: 0x0102_0304).secretForm()) == Array("PINA".utf8) + [1, 1, 2, 3, 4])
  }

  @Test("The count never starts anew by itself")
  func saturates() {
    #expect(PINAttempts(count: 4).next == PINAttempts(count: 5))
    #expect(PINAttempts(count: .max).next == PINAttempts(count: .max))
  }

  @Test("A cut, lengthened or foreign counter is an error, not zero tries")
  func strict() {
    let whole = bytes(PINAttempts(count: 7).secretForm())
    let name = PINAttempts.secretName
    for count in 0..<whole.count {
      #expect(throws: StorageError.unreadableValue(name)) { try read(Array(whole.prefix(count))) }
    }
    #expect(throws: StorageError.unreadableValue(name)) { try read(whole + [0]) }
    #expect(throws: StorageError.unreadableValue(name)) { try read(Array("PINH".utf8) + whole.dropFirst(4)) }
    #expect(throws: StorageError.newerVersion(name)) { try read(Array("PINA".utf8) + [3, 0, 0, 0, 0]) }
  }

  @Test("A count with a time comes back as it was, in the documented form; cut or lengthened it is an error")
  func timed() throws {
    let form = Array("PINA".utf8) + [2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0x75, 0x30] + (1...16)
    let read = try read(form)
    #expect(read.count == 4)
    #expect(bytes(read.secretForm()) == form)
    #expect(read != PINAttempts(count: 4))
    let name = PINAttempts.secretName
    for count in [0, 9, 17, 32] {
      #expect(throws: StorageError.unreadableValue(name)) { try self.read(Array(form.prefix(count))) }
    }
    #expect(throws: StorageError.unreadableValue(name)) { try self.read(form + [0]) }
    #expect(throws: StorageError.unreadableValue(name)) { try self.read(Array("PINA".utf8) + [1] + form.dropFirst(5)) }
  }
}
