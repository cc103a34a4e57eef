import Redaction
import Testing

/// That a secret cannot be printed, copied or encoded is said by its type: it is noncopyable, so it has no conformance
/// through which any of this could happen, and such code does not compile. That its memory is zeroed when it ends
/// cannot be read back by a test: the page is gone.
@Suite struct SecretTests {
  private func bytes(_ secret: borrowing Secret) -> [UInt8] { secret.withExposedBytes { Array($0) } }

  @Test("A secret gives back its bytes and its length", arguments: [0, 1, 32, 4096, 4097])
  func content(count: Int) {
    let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let secret = Secret(copying: source)
    #expect(secret.count == count)
    #expect(bytes(secret) == source)
  }

  @Test("A secret that is filled in place starts from zeros")
  func fill() {
    let secret = Secret(count: 3) { buffer in
      #expect(buffer.allSatisfy { $0 == 0 })
      buffer[1] = 9
    }
    #expect(bytes(secret) == [0, 9, 0])
  }

  @Test("An empty secret equals an empty one and no other")
  func empty() {
    let none = Secret(copying: [])
    let same = none.isEqual(to: Secret(copying: []))
    let other = none.isEqual(to: Secret(copying: [0]))
    #expect(same)
    #expect(!other)
  }

  @Test("A difference in any place is seen", arguments: [0, 15, 31])
  func difference(place: Int) {
    let left = Array(repeating: UInt8(5), count: 32)
    var right = left
    right[place] ^= 0x80
    let secret = Secret(copying: left)
    let same = secret.isEqual(to: Secret(copying: left))
    let changed = secret.isEqual(to: Secret(copying: right))
    let shorter = secret.isEqual(to: Secret(copying: left.dropLast()))
    #expect(same)
    #expect(!changed)
    #expect(!shorter)
  }

  @Test("A duplicate has the same bytes in its own memory, and outlives the first")
  func duplicate() {
    func copy() -> (Secret) {
      let first = Secret(copying: [1, 2, 3])
      let second = first.duplicate()
      let places = first.withExposedBytes { left in
        second.withExposedBytes { right in left.baseAddress == right.baseAddress }
      }
      #expect(!places)
      return second
    }
    #expect(bytes(copy()) == [1, 2, 3])
  }

  @Test("The error of the filling code passes through")
  func failure() {
    struct Refused: Error, Equatable {}
    #expect(throws: Refused()) {
      _ = try Secret(count: 8) { _ throws(Refused) in throw Refused() }
    }
  }
}
