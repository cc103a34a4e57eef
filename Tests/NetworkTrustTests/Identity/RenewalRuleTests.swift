import Foundation
import NetworkTrust
import Testing

struct RenewalRuleTests {
  private let start = Date(timeIntervalSince1970: 0)
  private let end = Date(timeIntervalSince1970: 900)

  @Test("Renewal is due at the part of life or with the reserve, whichever comes first, and always within life")
  func due() {
    #expect(RenewalRule().dueDate(from: start, to: end) == Date(timeIntervalSince1970: 600))
    #expect(RenewalRule(usedPart: 0.5).dueDate(from: start, to: end) == Date(timeIntervalSince1970: 450))
    #expect(RenewalRule(reserve: 500).dueDate(from: start, to: end) == Date(timeIntervalSince1970: 400))
    #expect(RenewalRule(reserve: 5000).dueDate(from: start, to: end) == start)
    #expect(RenewalRule(usedPart: 7, reserve: -3).dueDate(from: start, to: end) == end)
    #expect(RenewalRule(usedPart: .nan).dueDate(from: start, to: end) == start)
  }
}
