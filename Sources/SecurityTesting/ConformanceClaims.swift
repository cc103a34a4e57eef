/// Sentences about a seam, each with its check. Needs no test framework.
struct ConformanceClaims<Subject> {
  typealias Check = @Sendable (Subject) async throws -> Bool

  let claims: [(claim: String, check: Check)]

  /// The sentences that do not hold, each on a subject of its own.
  func broken(of makeSubject: () async throws -> Subject) async -> [String] {
    var broken: [String] = []
    for (claim, check) in claims {
      do {
        if try await !check(makeSubject()) { broken.append(claim) }
      } catch { broken.append("\(claim) (it threw \(error))") }
    }
    return broken
  }
}
