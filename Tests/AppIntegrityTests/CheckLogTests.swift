import AppIntegrity
import Crypto
import Foundation
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite struct CheckLogTests {
  static func result(
    _ second: Int, detected: Bool = false, words: [String] = ["/data/local/tmp/frida"]
  ) -> SecurityCheckResult {
    SecurityCheckResult(
      date: Date(timeIntervalSince1970: Double(second)),
      system: OperatingSystem(
        platform: .android, name: "Android", version: "15", patchLevel: "2025-08-05", sdkLevel: 35),
      signals: [
        Signal(
          probe: "hooks.toolCode", category: .hooks, strength: .strong, family: .loadedImages,
          observation: detected ? .detected : .clean, evidence: detected ? words : []),
        Signal(
          probe: "debug.tracerPid", category: .debug, strength: .strong, family: .processState, observation: .clean),
      ])
  }

  private func seconds(_ log: CheckLog) -> [Int64] { log.history.checks.map(\.date) }

  @Test("After a restart the checks that accuse are there with their answers, the others are counted")
  func restart() async throws {
    let store = InMemoryCheckKeeping()
    let first = CheckLog(keeper: store)
    for second in 1...5 { await first.add(Self.result(second, detected: second == 3)) }

    let next = CheckLog(keeper: store)
    await next.add(Self.result(10))
    #expect(seconds(next) == [10, 3])
    #expect(next.history.omitted == 4)
    let kept = try #require(next.history.checks.last)
    #expect(kept.isHooked == .yes && kept.isDebugged == .no && kept.system.sdkLevel == 35)
    #expect(kept.signals.map(\.evidence) == [["/data/local/tmp/frida"]])
  }

  @Test("What an earlier start saw answers no challenge: a report needs a check of this start")
  func needsOwnCheck() async {
    let store = InMemoryCheckKeeping()
    await CheckLog(keeper: store).add(Self.result(1, detected: true))
    let next = CheckLog(keeper: store)
    await next.accepted(CheckHistory().mark)
    #expect(next.history.checks.count == 1 && next.history.latest == nil)
  }

  @Test("What the server accepted does not come back with a restart; what came after it does")
  func accepted() async {
    let store = InMemoryCheckKeeping()
    let log = CheckLog(keeper: store)
    await log.add(Self.result(1, detected: true))
    let mark = log.history.mark
    await log.add(Self.result(2, detected: true))
    await log.accepted(mark)
    let next = CheckLog(keeper: store)
    await next.add(Self.result(3))
    #expect(seconds(next) == [3, 2] && next.history.omitted == 0)
  }

  @Test("Damage begins a fresh history whose checks say so, over restarts too, until the server knows")
  func damaged() async throws {
    for bytes in [Array("{".utf8), [], [UInt8](repeating: 0x41, count: 40_000), Array(#"{"version":2}"#.utf8)] {
      let store = InMemoryCheckKeeping(bytes)
      let told = await CheckLog(keeper: store).add(Self.result(1))
      #expect(told.signals.last?.probe == CheckHistory.lossProbe && told.signals.last?.evidence == ["history lost"])
      #expect(told.assessment.rooted == Self.result(1).assessment.rooted && told.assessment.hooked == .holds)
      // Never told to the server: a restart does not hide it.
      let next = CheckLog(keeper: store)
      #expect(await next.add(Self.result(2)).signals.contains { $0.probe == CheckHistory.lossProbe })
      await next.accepted(next.history.mark)
      #expect(await !next.add(Self.result(3)).signals.contains { $0.probe == CheckHistory.lossProbe })
    }
  }

  @Test("A report that did not say that something was lost does not end the saying")
  func lossUntold() async {
    let store = InMemoryCheckKeeping([1])
    let log = CheckLog(keeper: store)
    log.note(Self.result(1))
    let early = log.history.mark
    await log.save()
    await log.accepted(early)
    #expect(await log.add(Self.result(2)).signals.contains { $0.probe == CheckHistory.lossProbe })
  }

  @Test("Nothing is written over what cannot be read now, and it is read when that is possible")
  func unreadable() async {
    let store = InMemoryCheckKeeping()
    await CheckLog(keeper: store).add(Self.result(1, detected: true))
    let before = store.bytes
    store.fault = .unreadable
    let next = CheckLog(keeper: store)
    #expect(await next.add(Self.result(2)).signals.count == 2)
    #expect(store.bytes == before && seconds(next) == [2])
    store.fault = .none
    await next.add(Self.result(3))
    #expect(seconds(next) == [3, 2, 1] && !next.history.hasLoss)
  }

  @Test("A hundred callers at once lose no check, and the last state is the one that lies there")
  func concurrent() async {
    let store = InMemoryCheckKeeping()
    let log = CheckLog(keeper: store)
    await withTaskGroup(of: Void.self) { group in
      for second in 1...100 { group.addTask { await log.add(Self.result(second, detected: true)) } }
    }
    #expect(log.history.checks.count + log.history.omitted == 100)
    let next = CheckLog(keeper: store)
    await next.add(Self.result(200))
    #expect(next.history.checks.count + next.history.omitted == 101)
  }

  @Test("However much the checks note, what is kept has less than 32 KiB, accuses and counts")
  func bounded() async throws {
    let store = InMemoryCheckKeeping()
    let log = CheckLog(keeper: store)
    let words = (0..<8).map { String(repeating: "ä\($0)", count: 90) }
    for second in 1...60 { await log.add(Self.result(second, detected: true, words: words)) }
    let bytes = try #require(store.bytes)
    #expect(bytes.count <= KeptChecks.byteLimit)
    let kept = try KeptChecks(reading: bytes)
    #expect(kept.checks.count + kept.omitted == 60)
    #expect(kept.checks.first?.date == 60 && kept.checks.allSatisfy { $0.isHooked == .yes })
    // The newest keep their words, the oldest lose them first.
    #expect(kept.checks.first?.signals.first?.evidence.isEmpty == false)
    #expect(kept.checks.last?.signals.first?.evidence.isEmpty == true)
  }

  @Test("When a person leaves, what probes noted in words goes and what they answered stays")
  func words() async throws {
    let store = InMemoryCheckKeeping()
    let log = CheckLog(keeper: store)
    await log.add(Self.result(1, detected: true, words: ["/srv/ada/frida"]))
    try await log.forgetWords()
    let bytes = try #require(store.bytes)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("ada"))
    #expect(!"\(log.history)".contains("/srv/ada"))
    #expect(try KeptChecks(reading: bytes).checks.first?.isHooked == .yes)
    store.fault = .unwritable
    await #expect(throws: IntegrityError.historyUnreachable) { try await log.forgetWords() }
  }

  @Test("An overlay is obeyed after its number is kept, and no older one after a restart")
  func overlay() async throws {
    let (store, key) = (InMemoryCheckKeeping(), P256.Signing.PrivateKey())
    func overlay(_ number: Int64, after held: Int64) async throws -> VerifiedOverlay {
      let overlay = ProbeOverlay(number: number, issuedAt: 0, expiresAt: 100, changes: [:])
      let compact = try await SignedMessage.compact(
        .overlay, payload: overlay.bytes, key: DevicePublicKey(key.publicKey)
      ) { [UInt8](try key.signature(for: $0).rawRepresentation) }
      return try VerifiedOverlay(
        verifying: compact, signedBy: DevicePublicKey(key.publicKey).thumbprint, now: 50, after: held)
    }
    let log = CheckLog(keeper: store)
    store.fault = .unwritable
    let fourth = try await overlay(4, after: 0)
    await #expect(throws: IntegrityError.historyUnreachable) { try await log.obey(fourth) }
    #expect(log.overlay == nil)
    store.fault = .none
    try await log.obey(fourth)
    #expect(log.overlay == fourth)

    let next = CheckLog(keeper: store)
    let held = try await next.overlayNumber()
    #expect(held == 4)
    await #expect(throws: WireError.expired) { try await overlay(3, after: held) }
    store.fault = .unreadable
    await #expect(throws: IntegrityError.historyUnreachable) { try await CheckLog(keeper: store).overlayNumber() }
  }

  private func under(_ second: Int, _ effect: ReportedOverlay) -> SecurityCheckResult {
    let made = Self.result(second)
    return SecurityCheckResult(date: made.date, system: made.system, signals: made.signals, overlay: effect)
  }

  @Test("What an overlay took away in an earlier start stands in the reports until the server accepted one")
  func earlierOverlay() async throws {
    let store = InMemoryCheckKeeping()
    let effect = ReportedOverlay(number: 4, switchedOff: ["a.off"], weakened: ["b.less"])
    await CheckLog(keeper: store).add(under(1, effect))
    let second = CheckLog(keeper: store)
    await second.add(Self.result(2))
    #expect(second.history.overlay == effect)
    let third = CheckLog(keeper: store)
    await third.add(under(3, ReportedOverlay(number: 5, switchedOff: ["c.off"], weakened: [])))
    let (report, mark) = try #require(
      third.report {
        SecurityReport(
          $0, challenge: "c", attestation: .unsupported, app: ("a", "1"), environment: .dev, profile: .release,
          policyDigest: "d")
      })
    #expect(report.overlay == ReportedOverlay(number: 5, switchedOff: ["a.off", "c.off"], weakened: ["b.less"]))
    await third.accepted(mark)
    #expect(third.history.overlay == nil)
    let fourth = CheckLog(keeper: store)
    await fourth.add(Self.result(4))
    #expect(fourth.history.overlay == nil)
  }

  @Test("However many probes overlays named, detections keep their place beside them; a list that is none is damage")
  func longOverlay() async throws {
    let store = InMemoryCheckKeeping()
    let log = CheckLog(keeper: store)
    let names = (0..<256).map { "p\($0)." + String(repeating: "x", count: 58) }
    await log.add(Self.result(1, detected: true))
    await log.add(under(2, ReportedOverlay(number: 4, switchedOff: names + ["\u{1}"], weakened: names)))
    let bytes = try #require(store.bytes)
    let kept = try KeptChecks(reading: bytes)
    #expect(bytes.count <= KeptChecks.byteLimit && kept.checks.map(\.date) == [1])
    #expect(kept.overlayEffect?.switchedOff == Array(names.prefix(96)))
    let broken = #"{"version":1,"omitted":0,"lost":false,"overlay":4,"checks":[],"overlayEffect":{"number":4}}"#
    #expect(throws: IntegrityError.historyDamaged) { try KeptChecks(reading: Array(broken.utf8)) }
  }

  @Test("Every changed byte of what is kept is read or refused, and never stops the app")
  func mutated() async throws {
    let store = InMemoryCheckKeeping()
    let log = CheckLog(keeper: store)
    for second in 1...3 { await log.add(Self.result(second, detected: true)) }
    let bytes = try #require(store.bytes)
    var dice = SeededGenerator(seed: 7)
    var refused = 0
    for index in bytes.indices {
      var changed = bytes
      changed[index] = UInt8.random(in: .min ... .max, using: &dice)
      do throws(IntegrityError) { _ = try KeptChecks(reading: changed) } catch {
        #expect(error == .historyDamaged)
        refused += 1
      }
    }
    #expect(refused > bytes.count / 4)
  }
}
