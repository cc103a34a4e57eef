#if Audit
  import SourceAudit
  import Testing

  /// What the rules say of themselves, beside what the catalogue says.
  @Suite struct RuleCatalogueTests {
    /// A weakness and the numbers of the tests that look for it.
    /// Source: OWASP MASTG, tests, July 2025 (CC BY-SA 4.0).
    private static let catalogue = """
      MASWE-0001 0203 0231
      MASWE-0004 0215 0216 0262
      MASWE-0006 0207 0287
      MASWE-0007 0200 0201 0202
      MASWE-0008 0246 0247 0248 0249
      MASWE-0009 0208 0209
      MASWE-0014 0212 0213 0214
      MASWE-0020 0210 0221 0232
      MASWE-0021 0211
      MASWE-0027 0204 0205
      MASWE-0044 0266 0267
      MASWE-0045 0268 0269
      MASWE-0046 0270 0271
      MASWE-0047 0242 0243 0244
      MASWE-0050 0217 0218 0233 0235 0236 0237 0239
      MASWE-0052 0234 0282 0283 0284 0285 0286
      MASWE-0053 0258 0276 0278 0279 0280
      MASWE-0067 0226 0227 0261
      MASWE-0069 0250 0251 0252 0253
      MASWE-0076 0272 0273 0274 0275
      MASWE-0077 0245
      MASWE-0093 0219
      MASWE-0094 0263 0264 0265
      MASWE-0097 0240 0241
      MASWE-0104 0220 0224 0225
      MASWE-0108 0281
      MASWE-0116 0222 0223 0228 0229 0230
      MASWE-0117 0254
      """

    private static let weaknesses = Dictionary(
      uniqueKeysWithValues: catalogue.split(separator: "\n").flatMap { line in
        let words = line.split(separator: " ").map(String.init)
        return words.dropFirst().map { ("MASTG-TEST-" + $0, words[0]) }
      })

    @Test("A rule that names a test of the MASTG names the weakness that the test looks for")
    func tests() {
      for manual in Audit.manuals {
        let ids = manual.requirements.map(\.id)
        for test in ids where test.hasPrefix("MASTG-TEST-") {
          guard let weakness = Self.weaknesses[test] else { continue }
          #expect(ids.contains(weakness), "\(manual.id) names \(test), but not \(weakness)")
        }
      }
    }

    @Test(
      "What a rule about symmetric keys tells to do is what it asks for", arguments: ["short-key", "short-java-key"])
    func keyLengths(rule: String) throws {
      let manual = try #require(Audit.manuals.first { $0.id == rule })
      #expect(manual.fix.contains("128 bits at least, 256 recommended"))
      #expect(manual.conforming.contains { $0.source.contains("128") })
    }

    /// Titles of MASWE: 0001 is of logs, 0004 of backups, 0006 of private storage, 0007 of shared storage.
    @Test(
      "A rule about a place names the weakness of that place, and no other place's",
      arguments: [
        ("secrets-in-logs", "MASWE-0001"), ("secrets-in-android-logs", "MASWE-0001"),
        ("traffic-in-logs", "MASWE-0001"), ("secrets-in-room", "MASWE-0006"),
        ("secrets-in-backup", "MASWE-0004"), ("secrets-in-user-defaults", "MASWE-0006"),
        ("personal-data-in-user-defaults", "MASWE-0006"), ("secret-in-settings-bundle", "MASWE-0006"),
        ("secrets-in-shared-preferences", "MASWE-0006"), ("secrets-in-files", "MASWE-0006"),
        ("secrets-in-sqlite", "MASWE-0006"), ("secret-in-database", "MASWE-0006"),
        ("secret-in-app-group", "MASWE-0006"), ("external-storage", "MASWE-0007"),
        ("world-readable-file", "MASWE-0007"),
      ])
    func places(rule: String, weakness: String) throws {
      let manual = try #require(Audit.manuals.first { $0.id == rule })
      let places: Set = ["MASWE-0001", "MASWE-0002", "MASWE-0004", "MASWE-0006", "MASWE-0007"]
      #expect(manual.requirements.map(\.id).filter(places.contains) == [weakness])
    }
  }
#endif
