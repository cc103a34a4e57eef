import PeerMesh
import SecurityTesting
import Testing

@Suite struct ReplayWindowTests {
  @Test func `It answers as a set of all numbers seen, cut 1,024 below the largest`() {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var window = ReplayWindow()
      var seen: Set<UInt64> = []
      var top: UInt64 = 0
      for _ in 0..<3_000 {
        let jump: UInt64 = Int.random(in: 0..<40, using: &generator) == 0 ? 5_000 : 90
        let number = UInt64.random(in: (top > 1_200 ? top - 1_200 : 0)...top + jump, using: &generator)
        let isFresh = !seen.contains(number) && (seen.isEmpty || number + ReplayWindow.size > top)
        #expect(window.isFresh(number) == isFresh)
        window.mark(number)
        if isFresh {
          seen.insert(number)
          top = max(top, number)
        }
      }
    }
  }

  @Test func `Marking twice and marking what is too old change nothing`() {
    var window = ReplayWindow()
    window.mark(5_000)
    window.mark(10)
    #expect(!window.isFresh(10) && !window.isFresh(5_000) && window.isFresh(4_999) && window.isFresh(5_001))
    #expect(window.isFresh(5_000 - 1_023) && !window.isFresh(5_000 - 1_024))
    #expect(!window.isFresh(.max))
  }

  @Test(arguments: [0, 1, 62, 63, 64, 1_087] as [UInt64])
  func `A step of sixteen blocks keeps what it must, one more nothing`(first: UInt64) {
    for step in [1_023, 1_024, 1_087, 1_088, 5_000] as [UInt64] {
      let isKept = step == 1_023
      var window = ReplayWindow()
      window.mark(first)
      window.mark(first + step)
      #expect(!window.isFresh(first) && window.isTooOld(first) == !isKept && !window.isFresh(first + step))
      let seen = (max(first + 1, first + step - 1_023)..<first + step).filter { !window.isFresh($0) }
      #expect(seen.isEmpty)
    }
  }

  @Test func `Sixteen bits lead back to the number nearest to what was seen`() {
    var window = ReplayWindow()
    for number in [0, 1, 40_000, 65_535, 65_536, 65_540, 65_530, 95_000, 127_000, 131_072] as [UInt64] {
      #expect(window.expanded(UInt16(truncatingIfNeeded: number)) == number)
      window.mark(number)
    }
  }
}
