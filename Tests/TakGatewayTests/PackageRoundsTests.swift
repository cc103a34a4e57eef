import NetworkTrust
import TakGateway
import Testing

/// Packages of a few hundred bytes that would keep a device busy for minutes before anybody sees a preview.
struct PackageRoundsTests {
  /// Certificate files that no preference names and no password opens.
  private static func package(_ rounds: [Int]) -> [UInt8] {
    let preferences = """
      <preferences><preference name="cot_streams"><entry key="connectString0">h.example:8089:ssl</entry>
      <entry key="caPassword0">secret</entry><entry key="clientPassword0">secret</entry></preference></preferences>
      """
    let closed = rounds.enumerated().map { (path: "\($0.offset).p12", content: ClosedFile.bytes(rounds: $0.element)) }
    return PackageZip.bytes([(path: "preference.pref", content: Array(preferences.utf8))] + closed)
  }

  @Test func `Many costly files share one budget, and are refused by name when it is used up`() {
    var budget = RoundBudget(5_000)
    #expect(throws: GatewayError.unusable(.truststore, .tooManyRounds(limit: 5_000))) {
      try DataPackage(Self.package([Int](repeating: 1_100, count: 8)), within: &budget)
    }
    #expect(budget.left == 600, "four files were tried, the fifth was not begun")
  }

  @Test func `Files within the budget are all tried once, and then none is the truststore`() {
    var budget = RoundBudget(5_000)
    #expect(throws: GatewayError.fileMissing(.truststore)) {
      try DataPackage(Self.package([1_000, 200, 30, 4]), within: &budget)
    }
    #expect(budget.left == 5_000 - 1_234)
  }

  @Test func `A whole package may cost what one file may, and not a round more`() {
    // The second file would be within the bounds of a single one; that it is not begun makes this test quick.
    let limit = PKCS12File.maximumRounds
    #expect(throws: GatewayError.unusable(.truststore, .tooManyRounds(limit: limit))) {
      try DataPackage(Self.package([1, limit]))
    }
  }
}
