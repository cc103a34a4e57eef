import ChainSamples
import Foundation
import NetworkTrust
import Testing

@Suite(.timeLimit(.minutes(15))) struct FailureReportsTests {
  private func report(_ second: Int, _ outcome: PinFailureReport.Outcome = .refused) throws -> PinFailureReport {
    PinFailureReport(
      host: try ServerHost("api.example.org"), expected: [], seen: [],
      date: Date(timeIntervalSince1970: Double(second)), outcome: outcome)
  }

  @Test("Reports wait in order, one at a time and a few of each outcome; what came first is kept, and then what is new")
  func bounded() async throws {
    let held = HeldReports()
    let reports = FailureReports(to: held)
    for second in 0..<40 { reports.send(try report(second)) }
    // What anybody on the way can cause.
    for second in 100..<120 { reports.send(try report(second, .notValidated)) }
    for second in 200..<220 { reports.send(try report(second, .reportedOnly)) }
    held.open()
    await reports.delivered()
    reports.send(try report(300))
    await reports.delivered()
    let expected = Array(0..<32) + Array(100..<116) + Array(200..<216) + [300]
    #expect(held.dates.map(\.timeIntervalSince1970) == expected.map(Double.init))
    #expect(held.most == 1)
  }
}
