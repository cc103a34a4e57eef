import PeerMesh
import SecurityTesting
import Testing

@Suite struct FragmentAssembliesTests {
  @Test func `Parts in any order and doubled give the whole once`() throws {
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let whole = (0..<Int.random(in: 2...2_000, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let step = Int.random(in: 1...whole.count - 1, using: &generator)
      var parts = stride(from: 0, to: whole.count, by: step).map { ($0, whole[$0..<min($0 + step, whole.count)]) }
      parts += parts.dropLast().filter { _ in Bool.random(using: &generator) }
      parts.shuffle(using: &generator)
      var assemblies = FragmentAssemblies()
      var results: [[UInt8]] = []
      for (offset, part) in parts where results.isEmpty {
        if let result = try assemblies.add(part, number: 1, offset: offset, total: whole.count, now: 0) {
          results.append(result)
        }
      }
      #expect(results == [whole])
      #expect(assemblies.count == 0)
    }
  }

  @Test func `Overlaps, another total and parts beyond the end are refused`() throws {
    var assemblies = FragmentAssemblies()
    _ = try assemblies.add([1, 2, 3, 4], number: 1, offset: 0, total: 10, now: 0)
    #expect(throws: MeshRefusal.fragment) { try assemblies.add([9, 9], number: 1, offset: 3, total: 10, now: 0) }
    #expect(throws: MeshRefusal.fragment) { try assemblies.add([9], number: 1, offset: 5, total: 11, now: 0) }
    #expect(throws: MeshRefusal.fragment) { try assemblies.add([9, 9], number: 1, offset: 9, total: 10, now: 0) }
    #expect(try assemblies.add([5, 6, 7, 8, 9, 10], number: 1, offset: 4, total: 10, now: 0) == Array(1...10))
  }

  @Test func `A record of nothing but holes is refused beyond a number of them, and reported by the first`() throws {
    var assemblies = FragmentAssemblies()
    for place in 0..<1_024 { _ = try assemblies.add([1], number: 1, offset: 2 * place, total: 60_000, now: 0) }
    #expect(throws: MeshRefusal.tooManyParts) {
      try assemblies.add([1], number: 1, offset: 2_048, total: 60_000, now: 0)
    }
    // What joins others is taken.
    #expect(try assemblies.add([1], number: 1, offset: 1, total: 60_000, now: 0) == nil)
    #expect(try assemblies.add([1], number: 1, offset: 2_048, total: 60_000, now: 0) == nil)
    #expect(assemblies.gaps(limit: 3).map(\.range) == [3..<4, 5..<6, 7..<8])
    #expect(assemblies.gaps(limit: 5_000).last?.range == 2_049..<60_000)
  }

  @Test func `Number, bytes and time of what is unfinished are bounded`() throws {
    var assemblies = FragmentAssemblies()
    for number in 0..<1_000 as Range<UInt64> {
      _ = try? assemblies.add([1], number: number, offset: 0, total: 100, now: 0)
    }
    #expect(assemblies.count == FragmentAssemblies.countLimit)
    var large = FragmentAssemblies()
    for number in 0..<8 as Range<UInt64> { _ = try? large.add([1], number: number, offset: 0, total: 60_000, now: 0) }
    #expect(large.byteCount <= FragmentAssemblies.byteLimit)
    // Parts that were lost do not keep later records out.
    #expect(try assemblies.add([1, 2], number: 4_999, offset: 0, total: 2, now: 0) == [1, 2])
    _ = try assemblies.add([1], number: 5_000, offset: 0, total: 100, now: FragmentAssemblies.lifetime + 1)
    #expect(assemblies.count == 1)
  }
}
