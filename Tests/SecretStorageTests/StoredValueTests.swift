import Redaction
import SecretStorage
import SecurityTesting
import Testing

/// Every reader of a stored form, on forms that were altered.
@Suite struct StoredValueTests {
  private typealias Reader = @Sendable ([UInt8]) throws -> [UInt8]

  private static let name = SecretName(constant: "value")
  private static let readers: [(String, Reader)] = [
    ("PINHash", { bytes(try PINHash(reading: Secret(copying: $0), named: name).secretForm()) }),
    ("PINAttempts", { bytes(try PINAttempts(reading: Secret(copying: $0), named: name).secretForm()) }),
    ("InstallationMarker", { bytes(try InstallationMarker(reading: Secret(copying: $0), named: name).secretForm()) }),
    ("TokenText", { bytes(try TokenText(reading: Secret(copying: $0), named: name).secretForm()) }),
    ("Secret", { bytes(try Secret(reading: Secret(copying: $0), named: name).secretForm()) }),
  ]

  private static func wholeForms() throws -> [[UInt8]] {
    var generator = CountingBytes()
    let hash = try PINHash(
      of: makePIN("4711"), keyedWith: Secret(count: 32) { _ in }, parameters: .least, using: &generator)
    return [
      bytes(hash.secretForm()), bytes(PINAttempts(count: 3).secretForm()),
      Array("PINA".utf8) + [2] + (0..<28),
      InstallationMarker(using: &generator).bytes, Array("abc.def".utf8),
    ]
  }

  @Test("What is read is written back as the same bytes; everything else is refused by a named error")
  func mutated() throws {
    var generator = SeededGenerator(seed: 20)
    var (read, refused) = (0, 0)
    for whole in try Self.wholeForms() {
      for _ in 0..<300 {
        var form = whole
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: form[Int.random(in: form.indices, using: &generator)] = .random(in: 0...255, using: &generator)
          case 1: form.insert(.random(in: 0...255, using: &generator), at: form.count)
          default: if form.count > 1 { form.removeLast() }
          }
        }
        for (_, reader) in Self.readers {
          do {
            #expect(try reader(form) == form)
            read += 1
          } catch let error as StorageError {
            #expect(error == .unreadableValue(Self.name) || error == .newerVersion(Self.name))
            refused += 1
          }
        }
      }
    }
    #expect(read > 1500 && refused > 3000)
  }
}
