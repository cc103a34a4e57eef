import SourceAudit
import Testing

/// What a cache holds is not trusted.
@Suite struct UnitReaderTests {
  private static let text = SourceText(
    path: "A.kt",
    text: """
      package a
      @Keep class S(val c: Context) : B(c) {
        companion object { const val K = "to" + "ken" }
        fun go(a: Int): String? { val p = prefs.edit().apply { putString(K, "v$a") }; if (a > 1) return p.x else throw E() }
      }
      """)
  private static let bytes = UnitWriter.bytes(KotlinSource.unit(text, number: 0))

  private static func read(_ bytes: [UInt8]) -> SourceUnit? { UnitReader.unit(bytes, of: text, .kotlin, number: 7) }

  @Test("A unit that is read back writes the same bytes and answers the same questions")
  func roundTrip() throws {
    let unit = try #require(Self.read(Self.bytes))
    #expect(UnitWriter.bytes(unit) == Self.bytes)
    #expect(unit.calls("putString").map(\.position.line) == [4])
    #expect(unit.number == 7)
  }

  @Test("Bytes that end early or go on are no unit")
  func cut() {
    for count in 0..<Self.bytes.count { #expect(Self.read(Array(Self.bytes[..<count])) == nil, "\(count)") }
    #expect(Self.read(Self.bytes + [0]) == nil)
  }

  @Test("Bytes changed at random give no unit, or one whose every question ends")
  func changed() {
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var refused = 0
    for _ in 0..<3_000 {
      var bytes = Self.bytes
      for _ in 0...next(3) { bytes[next(bytes.count)] = [0, 1, 2, 0x7F, 0xFF, UInt8(next(256))][next(6)] }
      guard let unit = Self.read(bytes) else {
        refused += 1
        continue
      }
      var count = 0
      for expression in unit.allExpressions {
        count += expression.children.count + expression.arguments.count + expression.position.line
        count += (expression.path ?? []).count + expression.owner.enclosing.count + expression.owner.steps.count
      }
      for declaration in unit.allDeclarations {
        count += declaration.members.count + declaration.attributes.count + declaration.supertypes.count
      }
      #expect(count > 0)
    }
    #expect(refused > 500)
  }
}
