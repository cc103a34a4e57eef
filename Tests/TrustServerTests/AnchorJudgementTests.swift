#if Server
  import Testing
  import TrustServer
  import TrustWire

  func anchor(_ store: UInt8, _ generation: Int64, digest: UInt8 = 0) throws -> RecordStoreAnchor {
    try RecordStoreAnchor(
      store: [UInt8](repeating: store, count: 16), generation: generation,
      digest: [UInt8](repeating: digest, count: 32))
  }

  @Suite struct AnchorJudgementTests {
    @Test("An older generation, or the same with other content, is a rollback; nothing else is")
    func generations() throws {
      let seen = [try anchor(1, 7)]
      for (generation, digest, judgement) in [
        (0, 0, .rolledBack), (6, 0, .rolledBack), (6, 1, .rolledBack), (7, 1, .rolledBack), (7, 0, .unchanged),
        (8, 0, .advanced), (8, 1, .advanced), (.max, 0, .advanced),
      ] as [(Int64, UInt8, AnchorJudgement)] {
        let sent = try anchor(1, generation, digest: digest)
        #expect(AnchorJudgement.judge(sent, seen: seen) == judgement, "\(generation) \(digest)")
      }
    }

    @Test("Another store starts anew; one that comes back is held to what it was")
    func stores() throws {
      let seen = [try anchor(2, 3), try anchor(1, 7)]
      #expect(AnchorJudgement.judge(try anchor(3, 0), seen: seen) == .otherStore)
      #expect(AnchorJudgement.judge(try anchor(1, 7), seen: seen) == .otherStore)
      #expect(AnchorJudgement.judge(try anchor(1, 8), seen: seen) == .otherStore)
      #expect(AnchorJudgement.judge(try anchor(1, 6), seen: seen) == .rolledBack)
      #expect(AnchorJudgement.judge(try anchor(1, 7, digest: 9), seen: seen) == .rolledBack)
      #expect(AnchorJudgement.judge(try anchor(1, 0), seen: []) == .first)
    }

    @Test("No anchor is told apart from an anchor that went missing")
    func missing() throws {
      #expect(AnchorJudgement.judge(nil, seen: []) == .unanchored)
      #expect(AnchorJudgement.judge(nil, seen: [try anchor(1, 0)]) == .missing)
    }
  }
#endif
