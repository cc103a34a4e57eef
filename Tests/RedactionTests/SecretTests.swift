import Redaction
import Testing

/// What a secret does. What cannot be done with one stands in `SecretTypeTests`, what it leaves behind in
/// `SecretMemoryTests`.
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

  @Test(
    "A filled slot is zero again for the next secret of its size",
    arguments: [1, 64, 65, 256, 1000, 4096, 5000, 65536, 65537])
  func reuse(count: Int) {
    for _ in 0..<100 {
      let secret = Secret(count: count) { buffer in
        #expect(buffer.allSatisfy { $0 == 0 })
        for index in buffer.indices { buffer[index] = 0xFF }
      }
      #expect(bytes(secret).allSatisfy { $0 == 0xFF })
    }
  }

  private final class Holder: Sendable {
    let secret: Secret
    init(_ byte: UInt8, _ count: Int) { secret = Secret(copying: Array(repeating: byte, count: count)) }
    func holds(_ byte: UInt8, _ count: Int) -> Bool {
      secret.withExposedBytes { $0.count == count && $0.allSatisfy { $0 == byte } }
    }
  }

  @Test("Thousands of secrets that come and go do not touch each other", arguments: 0..<4 as Range<UInt64>)
  func neighbours(seed: UInt64) {
    var generator = SeededGenerator(seed)
    var held: [(holder: Holder, byte: UInt8, count: Int)] = []
    for step in 0..<3000 {
      if held.count > 1000 || (step % 3 == 2 && !held.isEmpty) {
        let gone = held.remove(at: Int.random(in: held.indices, using: &generator))
        #expect(gone.holder.holds(gone.byte, gone.count))
      } else {
        let byte = UInt8.random(in: 1...255, using: &generator)
        let count =
          [0, 1, 31, 32, 64, 65, 256, 257, 1024, 1025, 4096, 4097, 16385].randomElement(using: &generator) ?? 32
        held.append((Holder(byte, count), byte, count))
      }
    }
    for (holder, byte, count) in held { #expect(holder.holds(byte, count)) }
  }

  @Test("Secrets made, shared and ended on several threads at once keep their bytes")
  func threads() async {
    let shared = Holder(0x5A, 48)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<4 as Range<UInt8> {
        group.addTask {
          (0..<2000).allSatisfy { round in
            let byte = task &* 50 &+ UInt8(round % 40) &+ 1
            let one = Holder(byte, 32)
            let two = Holder(byte, 300)
            return one.holds(byte, 32) && two.holds(byte, 300) && shared.holds(0x5A, 48)
          }
        }
      }
      for await whole in group { #expect(whole) }
    }
  }

  @Test("Threads that hold more secrets than one region has do not touch each other's")
  func crowd() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 1...4 as ClosedRange<UInt8> {
        group.addTask {
          (0..<20).allSatisfy { round in
            let byte = task * 40 + UInt8(round)
            let held = (0..<60).map { Holder(byte, $0 % 2 == 0 ? 64 : 1024) }
            return held.enumerated().allSatisfy { $1.holds(byte, $0 % 2 == 0 ? 64 : 1024) }
          }
        }
      }
      for await whole in group { #expect(whole) }
    }
  }

  @Test("Sequences with and without a length known before are copied whole", arguments: [0, 1, 63, 64, 65, 500])
  func sequences(count: Int) {
    let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var index = 0
    let unknown = AnyIterator<UInt8> {
      defer { index += 1 }
      return index < count ? source[index] : nil
    }
    let copied = Secret(copying: unknown)
    let lazy = Secret(copying: source.lazy.map { $0 })
    #expect(bytes(copied) == source)
    #expect(bytes(lazy) == source)
  }

  @Test("Random bytes come from the generator, all of them", arguments: [0, 1, 7, 8, 13, 32, 100])
  func random(count: Int) {
    var first = SeededGenerator(7)
    var second = SeededGenerator(7)
    let secret = Secret(randomBytes: count, using: &first)
    let words = (0..<(count + 7) / 8).map { _ in second.next() }
    let expected = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    #expect(bytes(secret) == Array(expected.prefix(count)))
    #expect(first.state == second.state)
  }

  @Test("Bytes are compared as secrets are: all of them, and the length")
  func bytesOutside() {
    let secret = Secret(copying: [1, 2, 3])
    let answers = [
      secret.isEqual(to: [1, 2, 3]), secret.isEqual(to: AnySequence([1, 2, 3])), secret.isEqual(to: [1, 2, 4]),
      secret.isEqual(to: [0, 2, 3]), secret.isEqual(to: [1, 2]), secret.isEqual(to: [1, 2, 3, 0]),
      secret.isEqual(to: AnySequence([1, 2, 3, 0])), secret.isEqual(to: []),
    ]
    #expect(answers == [true, true, false, false, false, false, false, false])
  }

  @Test("Comparing takes as long when the first byte differs as when none does")
  func constantTime() {
    let zeros = Array(repeating: UInt8(0), count: 1 << 16)
    let secret = Secret(copying: zeros)
    func fastest(_ other: borrowing Secret) -> Duration {
      var best = Duration.seconds(60)
      for _ in 0..<20 { best = min(best, ContinuousClock().measure { _ = secret.isEqual(to: other) }) }
      return best
    }
    let same = fastest(Secret(copying: zeros))
    let different = fastest(Secret(copying: [1] + zeros.dropFirst()))
    #expect(different > same / 4)
  }

  @Test("An object that holds a secret prints without it")
  func reflection() {
    let holder = Holder(UInt8(ascii: "Q"), 24)
    var dumped = ""
    dump(holder, to: &dumped)
    let children = Mirror(reflecting: holder).children.map { "\($0.value)" }
    for text in [dumped, "\(holder)", String(reflecting: holder)] + children {
      // Names of private types hold an address, which may hold any digits.
      let text = text.replacing(/\(unknown context at \$[0-9a-f]+\)/, with: "")
      #expect(!text.contains("QQ") && !text.contains("81") && !text.contains("0x"))
    }
    #expect(holder.holds(UInt8(ascii: "Q"), 24))
  }
}
