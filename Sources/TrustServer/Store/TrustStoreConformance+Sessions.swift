#if Server
  import SecurityPolicy
  import TrustWire

  /// Sessions and their refresh tokens.
  extension TrustStoreConformance {
    static func session(
      _ id: String, _ kind: TokenKind, subject: String = "u", parent: String? = nil, startedAt: Int64 = 7,
      expiresAt: Int64 = 100, device: String = "d"
    ) -> SessionRow {
      SessionRow(
        id: id, kind: kind, subject: subject, device: device, boundKey: nil, parent: parent, tier: .attested,
        startedAt: startedAt, lastUsedAt: startedAt, expiresAt: expiresAt, current: id + "0")
    }

    static func families(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      var plain = session("s", .user, parent: "app")
      try rows.saveSession(plain)
      expect(try rows.session(id: "s") == plain, "a session comes back as it was")
      (plain.lastUsedAt, plain.expiresAt, plain.current, plain.generation) = (.max, 8, "t", 9)
      (plain.predecessor, plain.rotatedAt) = ("t0", 10)
      (plain.mark, plain.settled) = (.init(generation: 3, at: 4), .init(generation: 1, at: 2))
      for end in SessionEnd.allCases {
        (plain.ended, plain.endedAt) = (end, 11)
        try rows.saveSession(plain)
        expect(try rows.session(id: "s") == plain, "a session is replaced, with every word for its end")
      }
      expect(try rows.session(id: "never") == nil, "a session that never was is unknown")
      let bound = SessionRow(
        id: "b", kind: .app, subject: "u", device: "d", boundKey: "k", parent: nil, tier: .unattested, startedAt: 8,
        lastUsedAt: 8, expiresAt: 100, current: "b0")
      try rows.saveSession(bound)
      expect(try rows.session(id: "b") == bound, "a bound session comes back as it was")
      try rows.saveRefreshToken(RefreshTokenRow(digest: "b0", session: "b", generation: 0, salt: []))
      expect(try rows.session(token: "b0") == bound, "a refresh token leads to its session")
      expect(try rows.session(token: "never") == nil, "a refresh token never given out leads nowhere")
      try rows.dropRefreshToken(digest: "b0")
      let (late, other) = (session("l", .user, parent: "app", startedAt: 9), session("o", .user, subject: "v"))
      try rows.saveSession(late)
      try rows.saveSession(other)
      expect(try rows.sessions(parent: "app") == [late, plain], "the sessions that an app's session opened")
      expect(try rows.sessions(parent: "none") == [], "nobody's children are nobody")
      expect(
        try rows.liveSessions(now: 99, limit: 2).map(\.id) == ["l", "b"], "live sessions, the newest first, to a limit")
      expect(
        try rows.liveSessions(now: 99, after: SessionCursor(startedAt: 9, id: "l"), limit: 9).map(\.id) == ["b", "o"],
        "live sessions go on behind a place")
      expect(
        try rows.liveSessions(now: 99, after: SessionCursor(startedAt: 7, id: "oo"), limit: 9).map(\.id) == ["o"],
        "of sessions that started at once the ids decide")
      expect(try rows.liveSessions(now: 100, limit: 9) == [], "a session ends at its time")
      expect(Set(try rows.openSessions(device: "d").map(\.id)) == ["l", "b", "o"], "a device's sessions, no ended one")
      expect(try rows.openSessions(device: "e") == [], "another device has its own sessions")
      let apps = [session("b2", .app, startedAt: 12), session("b3", .app, startedAt: 13, device: "e")]
      for app in apps { try rows.saveSession(app) }
      expect(try rows.openApps(device: "d").map(\.id) == ["b2", "b"], "a device's app sessions, the newest first")
      var over = apps[0]
      (over.ended, over.endedAt) = (.replaced, 14)
      try rows.saveSession(over)
      expect(try rows.openApps(device: "d") == [bound], "an app session that has ended is not open")
      expect(try rows.latestUse(by: .max) == .max, "the latest use is that of all sessions, ended ones too")
      expect(try rows.latestUse(by: 13) == 13, "the latest use by a moment is at that moment, too")
      expect(try rows.latestUse(by: 11) == 9, "the latest use by a moment leaves out what is later")
      expect(try rows.latestUse(by: 6) == nil, "before the first use there is none")
      return broken
    }

    static func ofOnePerson(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func ids(after: SessionCursor? = nil, limit: Int = 9) throws(StoreError) -> [String] {
        try rows.openSessions(account: "p", after: after, limit: limit).map(\.id)
      }
      expect(try ids() == [], "a person without sessions has none")
      for (id, startedAt) in [("o1", 3), ("o2", 5), ("o4", 4), ("o3", 4)] as [(String, Int64)] {
        try rows.saveSession(session(id, .user, subject: "p", startedAt: startedAt, expiresAt: 5, device: "e" + id))
      }
      try rows.saveSession(session("o5", .app, subject: "p", startedAt: 6, device: "e"))
      try rows.saveSession(session("o6", .user, subject: "q", startedAt: 6, device: "e"))
      expect(try ids() == ["o2", "o4", "o3", "o1"], "a person's sessions, the newest first, whatever the time")
      expect(try ids(limit: 2) == ["o2", "o4"], "a person's sessions, to a limit")
      expect(
        try ids(after: SessionCursor(startedAt: 4, id: "o4")) == ["o3", "o1"],
        "a person's sessions go on behind a place; of those that started at once the ids decide")
      var over = session("o4", .user, subject: "p", startedAt: 4, expiresAt: 5, device: "eo4")
      (over.ended, over.endedAt) = (.tooMany, 6)
      try rows.saveSession(over)
      expect(try ids() == ["o2", "o3", "o1"], "a person's session that has ended is not open")
      expect(try ids(limit: 2) == ["o2", "o3"], "a person's sessions that have ended use up no limit")
      return broken
    }

    static func lineage(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      for generation in Int64(0)..<4 {
        try rows.saveRefreshToken(
          RefreshTokenRow(digest: "g\(generation)", session: "g", generation: generation, salt: [0, UInt8(generation)]))
      }
      let kept = RefreshTokenRow(digest: "h", session: "h", generation: 0, salt: [255], usedAt: 5)
      try rows.saveRefreshToken(kept)
      expect(try rows.refreshToken(digest: "h") == kept, "a refresh token comes back as it was")
      expect(try rows.refreshToken(digest: "g1")?.usedAt == nil, "an unused refresh token is unused")
      expect(try rows.refreshToken(digest: "never") == nil, "a refresh token never given out is unknown")
      try rows.dropRefreshTokens(session: "g", before: 2)
      var left: [String] = []
      for digest in ["g0", "g1", "g2", "g3", "h"] where try rows.refreshToken(digest: digest) != nil {
        left.append(digest)
      }
      expect(left == ["g2", "g3", "h"], "a session's older tokens are dropped, and no other's")
      try rows.dropRefreshToken(digest: "g2")
      expect(try rows.refreshToken(digest: "g2") == nil, "one refresh token is dropped")
      expect(try rows.refreshToken(digest: "g3") != nil, "the others stay")
      return broken
    }

    static func pruning(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func device(_ name: String, _ seen: Int64) -> DeviceRow {
        DeviceRow(
          thumbprint: name,
          facts: DeviceFacts(
            platform: .ios, version: "1", patchLevel: nil, isRooted: .no, isHooked: .no, isDebugged: .no), app: "a",
          appVersion: "1", tier: .attested, firstSeen: seen, lastSeen: seen)
      }
      for (index, name) in ["p1", "p2", "p3"].enumerated() {
        try rows.saveDevice(device(name, Int64(index)))
        try rows.saveSession(session(name, .app, expiresAt: Int64(index), device: name))
        try rows.saveRefreshToken(RefreshTokenRow(digest: name + "0", session: name, generation: 0, salt: []))
      }
      expect(try rows.pruneDevices(seenBy: 2, limit: 9) == 0, "a device with a session is not forgotten")
      expect(try rows.pruneSessions(expiredBy: 1, limit: 1) == 1, "pruning stops at its limit")
      expect(try rows.pruneSessions(expiredBy: 1, limit: 9) == 1, "sessions that ended are forgotten")
      expect(try rows.pruneSessions(expiredBy: 1, limit: 9) == 0, "what is forgotten is forgotten once")
      expect(try rows.session(id: "p3") != nil, "a session that ended later stays")
      expect(try rows.refreshToken(digest: "p30") != nil, "its token stays")
      expect(try rows.refreshToken(digest: "p20") == nil, "a session's tokens go with it")
      expect(try rows.pruneDevices(seenBy: 0, limit: 9) == 1, "a device without sessions is forgotten at its time")
      expect(try rows.pruneDevices(seenBy: 2, limit: 9) == 1, "the next one at its own")
      expect(try rows.device(thumbprint: "p3") != nil, "a device with a session stays")
      return broken
    }
  }
#endif
