#if Records
  import AppSession
  import DataLifecycle
  import Mantlet
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityTesting
  import Synchronization
  import Testing

  /// One person's data beside another person's login, and beside a logout, with records in a real database.
  @Suite(.timeLimit(.minutes(15))) struct AccountRaceTests {
    @Test("A batch that was refused for its token never goes out again with another person's")
    func upload() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      device.server.state.withLock { $0.expiredUploads = 1 }
      device.isOpen.withLock { $0 = false }
      let upload = Task { try await shield.synchronize() }
      while device.uploads.withLock({ $0.isEmpty }) { await Task.yield() }
      try await shield.logIn("bob")
      device.isOpen.withLock { $0 = true }
      await #expect(throws: ShieldError.self) { try await upload.value }
      #expect(device.uploads.withLock { $0.count } == 1)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("A write that is under way when a logout begins ends before it, and leaves no anchor behind")
    func held() async throws {
      let device = try RaceDevice()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await shield.keep(kind: "sleep", payload: "1")
      store.hold(RaceDevice.anchor)
      let kept = Task { try await shield.keep(kind: "sleep", payload: "2") }
      await store.untilWaiting()
      let left = Task { try await shield.logOut() }
      for _ in 0..<100 { await Task.yield() }
      store.letGo()
      #expect(try await left.value.isComplete)
      _ = await kept.result
      #expect(await device.secrets.names().contains(RaceDevice.anchor) == false)
      #expect(try await device.shield().recordCount(kind: "sleep") == 0)
    }

    @Test("Records that are being opened when a logout begins are not there after it")
    func opening() async throws {
      let device = try RaceDevice()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      store.hold(RaceDevice.anchor)
      let kept = Task { try await shield.keep(kind: "sleep", payload: "2") }
      await store.untilWaiting()
      let left = Task { try await shield.logOut() }
      for _ in 0..<100 { await Task.yield() }
      store.letGo()
      #expect(try await left.value.isComplete)
      _ = await kept.result
      #expect(try await device.shield().recordCount(kind: "sleep") <= 1)
      try await shield.keep(kind: "sleep", payload: "3")
    }

    @Test("While the server is asked who signs in, everything goes on; afterwards nothing of the first person is there")
    func duringLogin() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      let records = try await shield.records()
      device.holdLogin()
      let login = Task { try await shield.logIn("bob") }
      await device.untilLogin()
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      try await shield.secrets.write(Secret(copying: [1]), as: SecretName(constant: "note"))
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      #expect(try await records.pending(limit: 9).count == 1)
      #expect(try await shield.synchronize() == 1)
      #expect(try await shield.state() == .active)
      device.letLoginGo()
      try await login.value
      #expect(try await shield.recordCount(kind: "sleep") == 0)
      #expect(try await shield.secrets.names() == [])
      await #expect(throws: SealedRecords.RecordError.closed) { _ = try await records.pending(limit: 9) }
      let tokens = device.uploads.withLock { $0.map(\.token) }
      #expect(tokens.count == 1)
      try await shield.keep(kind: "sleep", payload: "\"bob\"")
      try await shield.synchronize()
      #expect(device.uploads.withLock { $0.last?.token } != tokens.first)
    }

    @Test("Once another person's session is there, nothing of the first one's is read or sent before it is erased")
    func nothingWithForeignTokens() async throws {
      let device = try RaceDevice()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      // Asked for when bob's session is kept, before ada's data goes.
      store.hold(reading: SecretName(constant: "data-owner"))
      let login = Task { try await shield.logIn("bob") }
      await store.untilWaiting()
      let upload = Task { try await shield.synchronize() }
      let read = Task { try await shield.recordCount(kind: "sleep") }
      for _ in 0..<500 { await Task.yield() }
      #expect(device.uploads.withLock { $0.isEmpty })
      store.letGo()
      try await login.value
      #expect((try? await upload.value) ?? 0 == 0)
      #expect((try? await read.value) ?? 0 == 0)
      #expect(device.uploads.withLock { $0.allSatisfy { !$0.body.contains("ada") } })
    }

    @Test("A record that is being kept when a person changes is kept and anchored before anything is closed")
    func keptWhileChanging() async throws {
      let device = try RaceDevice()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await shield.enroll()
      try await shield.keep(kind: "sleep", payload: "1")
      let before = await device.secrets.copy(RaceDevice.anchor)
      store.hold(reading: SecretName(constant: "record-key.2.sleep"))
      let kept = Task { try await shield.keep(kind: "sleep", payload: "2") }
      await store.untilWaiting()
      let login = Task { try await shield.logIn("ada") }
      for _ in 0..<100 { await Task.yield() }
      #expect(await device.secrets.copy(RaceDevice.anchor) == before)
      store.letGo()
      try await login.value
      _ = try await kept.value
      #expect(await device.secrets.copy(RaceDevice.anchor) != before)
      #expect(try await shield.recordCount(kind: "sleep") == 2)
      #expect(try await device.shield().recordCount(kind: "sleep") == 2)
    }

    @Test("A logout during a login wins: nobody is signed in, and nothing is left")
    func logoutDuringLogin() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "1")
      device.holdLogin()
      let login = Task { try await shield.logIn("bob") }
      await device.untilLogin()
      #expect(try await shield.logOut().isComplete)
      device.letLoginGo()
      await #expect(throws: ShieldError.session(.ended(.loggedOut))) { try await login.value }
      #expect(try await shield.state() == .signedOut)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("A logout tells the server after its turn: while that is silent, whoever is here reads, writes and locks")
    func logoutDuringSilence() async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      try await shield.logIn("ada")
      device.holdRevocation()
      let isDone = Mutex(false)
      let left = Task {
        let report = try await shield.logOut()
        isDone.withLock { $0 = true }
        return report
      }
      await device.untilRevocation()
      // Everything of hers is gone, and what the server has to hear is kept.
      #expect(await device.secrets.names().map(\.text).contains("revocations"))
      #expect(try await shield.state() == .signedOut)
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      try await shield.secrets.write(Secret(copying: [1]), as: SecretName(constant: "note"))
      try await shield.judge(.lock)
      #expect(!isDone.withLock { $0 })
      #expect(device.server.state.withLock { $0.revoked.isEmpty })
      device.letRevocationGo()
      #expect(try await left.value.isComplete)
      #expect(device.server.state.withLock { $0.revoked.count } == 2)
    }

    @Test("Logins of two persons beside reading and writing never mix their records", arguments: 0..<3)
    func loginStorm(_ round: Int) async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.enroll()
      await withTaskGroup(of: Void.self) { group in
        for user in ["ada", "bob"] {
          group.addTask { for _ in 0..<3 { try? await shield.logIn(user) } }
        }
        group.addTask {
          for _ in 0..<12 {
            _ = try? await shield.keep(kind: "sleep", payload: "1")
            _ = try? await shield.recordCount(kind: "sleep")
            _ = try? await shield.synchronize()
          }
        }
      }
      try await shield.logIn("ada")
      try await shield.keep(kind: "sleep", payload: "\"mine\"")
      let held = try await shield.recordCount(kind: "sleep")
      let next = try await device.shield()
      #expect(try await next.recordCount(kind: "sleep") == held)
      #expect(try await next.state() == .active)
    }

    @Test("Keeping records beside a logout never leaves a store that cannot be opened", arguments: 0..<5)
    func storm(_ round: Int) async throws {
      let device = try RaceDevice()
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "0")
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask { for _ in 0..<5 { _ = try? await shield.keep(kind: "sleep", payload: "\(number)") } }
        }
        group.addTask { _ = try? await shield.logOut() }
      }
      let next = try await device.shield()
      let count = try await next.recordCount(kind: "sleep")
      #expect(try await shield.recordCount(kind: "sleep") == count)
      try await next.keep(kind: "sleep", payload: "9")
    }
  }
#endif
