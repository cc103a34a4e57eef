import AppIntegrity
import AppSession
import Foundation
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

/// The check before each session with the server, which the shield makes by itself once the app has a watch.
@Suite(.timeLimit(.minutes(15))) struct ShieldSessionCheckTests {
  private static let closing: [IntegrityReaction] = [.lock, .endSession, .wipe, .terminateAtStart, .terminate]

  private let probes = SetProbes()

  /// A device whose release build reacts in this way to hooks and to an open question.
  private func stage(_ reaction: IntegrityReaction, _ device: Stage.Device = Stage.Device()) async throws -> Stage {
    let slice = try testSlice {
      $0.integrity.reactions[.release, .hooks] = reaction
      $0.integrity.reactions.releaseWhenUndetermined = reaction
    }
    return try await Stage(device, slice: slice) { [probes] in
      $0.check = SecurityCheck(facts: probes, sources: [probes])
    }
  }

  private func logIn(_ stage: Stage) async throws(ShieldError) {
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
  }

  /// What a call that is not begun throws; nothing of it may be sent. The end of somebody's session is told.
  private func refusal(_ stage: Stage, _ call: () async throws(ShieldError) -> Void) async -> ReactionDecision? {
    func sent() -> Int { stage.transport.received.filter { $0.request.place != TrustRoute.revoke.rawValue }.count }
    let before = sent()
    defer { #expect(sent() == before) }
    do {
      try await call()
      Issue.record("the session was begun")
      return nil
    } catch {
      guard case .sessionForbidden(let decision) = error else {
        Issue.record("\(error)")
        return nil
      }
      return decision
    }
  }

  @Test(
    "A log-in on a hooked device is not begun where the policy shuts the session, after one check", arguments: closing)
  func forbidden(reaction: IntegrityReaction) async throws {
    let stage = try await stage(reaction)
    try await stage.shield.enroll()
    let ends = Mutex(0)
    _ = try stage.shield.integrityWatch(insecureProfile: .release, exit: { ends.withLock { $0 += 1 } }) { _ in }
    probes.set(hooked: true)
    let decision = await refusal(stage) { () async throws(ShieldError) in try await logIn(stage) }
    #expect(decision?.reaction == (reaction == .terminateAtStart ? .endSession : reaction))
    #expect(decision?.findings.map(\.category) == [.hooks])
    #expect(probes.runs == 1 && ends.withLock { $0 } == (reaction == .terminate ? 1 : 0))
    // An erasure gives back the installation's token, too.
    #expect(reaction == .wipe || stage.requests(.revoke).isEmpty)
    // Nobody was signed in. The finding gone, a log-in opens what a lock shut only after an enrolment; both halves share
    // one check.
    probes.set()
    if [.lock, .terminate].contains(reaction) {
      try await logIn(stage)
      #expect(try await stage.shield.state().lock == .device)
      probes.set()
    }
    try await stage.shield.authenticate(user: "ada", password: Secret(copying: "horse-4711".utf8))
    #expect(try await stage.shield.state() == .active)
    #expect(probes.runs == 1)
  }

  @Test(
    "Whoever is signed in is met by the reaction when they sign in again", arguments: closing)
  func reacts(reaction: IntegrityReaction) async throws {
    let stage = try await stage(reaction)
    try await stage.shield.enroll()
    try await logIn(stage)
    let ends = Mutex(0)
    _ = try stage.shield.integrityWatch(insecureProfile: .release, exit: { ends.withLock { $0 += 1 } }) { _ in }
    probes.set(hooked: true)
    _ = await refusal(stage) { () async throws(ShieldError) in try await logIn(stage) }
    let state = try await stage.shield.state()
    switch reaction {
    case .endSession, .terminateAtStart: #expect(state == .ended(.deviceInsecure))
    case .wipe: #expect(!state.hasPerson)
    default: #expect(state.lock == .device)
    }
    let isLeft = await stage.secrets.names().contains { $0.text == "data-owner" }
    #expect(isLeft == (reaction != .wipe))
    #expect(ends.withLock { $0 } == (reaction == .terminate ? 1 : 0))
  }

  @Test("What is only reported or shown lets a log-in pass, and so does a clean device", arguments: [true, false])
  func passes(hooked: Bool) async throws {
    for reaction in hooked ? [IntegrityReaction.reportOnly, .warn] : Self.closing {
      let stage = try await stage(reaction)
      try await stage.shield.enroll()
      let told = Mutex<[CheckOccasion]>([])
      _ = try stage.shield.integrityWatch(insecureProfile: .release, exit: { Issue.record("ended") }) { notice in
        if case .checked(let occasion, _, _) = notice { told.withLock { $0.append(occasion) } }
      }
      probes.set(hooked: hooked)
      try await logIn(stage)
      #expect(probes.runs == 1 && told.withLock { $0 } == [.session])
      #expect(try await stage.shield.state() == .active)
    }
  }

  @Test(
    "An enrolment sends the check of its watch and makes none of its own; one that was forbidden is in the next report")
  func enrols() async throws {
    let stage = try await stage(.lock)
    _ = try stage.shield.integrityWatch(insecureProfile: .release) { _ in }
    probes.set(hooked: true)
    _ = await refusal(stage) { () async throws(ShieldError) in try await stage.shield.enroll() }
    #expect(probes.runs == 1)
    probes.set()
    try await stage.shield.enroll()
    #expect(probes.runs == 1)
    let sent = try #require(stage.server.state.withLock { $0.reports }.last)
    let message = try SignedMessage(verifying: try ReportParcel(reading: sent).compact, as: .report)
    let report = try SecurityReport(reading: message.payload)
    #expect(report.isHooked == .no && report.earlier.map(\.isHooked) == [.yes])
  }

  @Test("A report that was signed before, and a renewal that the app asks for, begin no session either")
  func others() async throws {
    let stage = try await stage(.lock)
    try await stage.shield.enroll()
    try await logIn(stage)
    _ = try stage.shield.integrityWatch(insecureProfile: .release) { _ in }
    let signed = try await stage.shield.signedReport()
    probes.set(hooked: true)
    _ = await refusal(stage) { () async throws(ShieldError) in try await stage.shield.enroll(report: signed) }
    _ = await refusal(stage) { () async throws(ShieldError) in try await stage.shield.refresh() }
    #expect(probes.runs == 2)
    // The report was not used up.
    probes.set()
    try await stage.shield.enroll(report: signed)
    #expect(probes.runs == 1)
  }

  @Test("A check that cannot be made shuts the session where the policy does that to an open question")
  func unmade() async throws {
    for (reaction, isForbidden) in [(IntegrityReaction.lock, true), (.warn, false)] {
      probes.set()
      let stage = try await stage(reaction)
      try await stage.shield.enroll()
      _ = try stage.shield.integrityWatch(insecureProfile: .release) { _ in }
      probes.set(nameless: true)
      if isForbidden {
        let decision = await refusal(stage) { () async throws(ShieldError) in try await logIn(stage) }
        #expect(decision?.reaction == .lock && decision?.findings.count == 3)
      } else {
        try await logIn(stage)
      }
      #expect(probes.runs == 1)
    }
  }

  @Test("Without a watch nothing is checked before a log-in, and a debug build's watch only reports")
  func unwatched() async throws {
    let stage = try await stage(.terminate)
    try await stage.shield.enroll()
    probes.set(hooked: true)
    try await logIn(stage)
    #expect(probes.runs == 0)
    _ = try stage.shield.integrityWatch(insecureProfile: .debug, exit: { Issue.record("ended") }) { _ in }
    try await logIn(stage)
    #expect(probes.runs == 1)
    #expect(try await stage.shield.state() == .active)
  }

  @Test("A watch keeps no shield alive, and still shuts the session of one that is gone")
  func outlives() async throws {
    let device = Stage.Device()
    final class Gone {
      weak var shield: Shield?
    }
    let gone = Gone()
    func made() async throws -> IntegrityWatch {
      let stage = try await stage(.wipe, device)
      try await stage.shield.enroll()
      try await logIn(stage)
      gone.shield = stage.shield
      return try stage.shield.integrityWatch(insecureProfile: .release) { _ in }
    }
    let watch = try await made()
    while gone.shield != nil { await Task.yield() }
    #expect(await device.secrets.names().contains { $0.text == "data-owner" })
    probes.set(hooked: true)
    #expect(await watch.beforeSession()?.reaction == .wipe)
    let next = try await stage(.wipe, device)
    #expect(try await next.shield.state() != .active)
    #expect(await !device.secrets.names().contains { $0.text == "data-owner" })
  }

  /// A shield that its own notice can reach, and what came of it.
  private final class Reached: Sendable {
    let told = Mutex(0)
    let answers = Mutex<[String]>([])
    let isOpen = Mutex(false)
    let task = Mutex<Task<Void, any Error>?>(nil)
    private let state = Mutex<Shield?>(nil)
    var shield: Shield? { state.withLock { $0 } }
    func set(_ shield: Shield?) { state.withLock { $0 = shield } }
  }

  @Test(
    "An app that enrols from its notice is answered, after one check, also from a task of its own",
    arguments: [IntegrityReaction.reportOnly, .lock], [false, true])
  func enrolsFromNotice(reaction: IntegrityReaction, inTask: Bool) async throws {
    let (stage, reached) = (try await stage(reaction), Reached())
    try await stage.shield.enroll()
    let clock = SteppedClock()
    let watch = try stage.shield.integrityWatch(insecureProfile: .release, clock: clock) { _ in
      let times = reached.told.withLock { told in
        told += 1
        return told
      }
      // A test that fails shall end.
      guard times < 5 else { return }
      @Sendable func enroll() async {
        let answer: String
        do throws(ShieldError) {
          _ = try await reached.shield?.enroll()
          answer = "enrolled"
        } catch {
          answer = if case .sessionForbidden = error { "forbidden" } else { "\(error)" }
        }
        reached.answers.withLock { $0.append(answer) }
      }
      if inTask { Task { await enroll() } } else { await enroll() }
    }
    reached.set(stage.shield)
    defer { reached.set(nil) }
    probes.set(hooked: true)
    await watch.enteredForeground()
    while reached.answers.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(reached.answers.withLock { $0 } == [reaction == .lock ? "forbidden" : "enrolled"])
    #expect(reached.told.withLock { $0 } == 1 && probes.runs == 1)
    #expect(stage.server.state.withLock { $0.reports.count } == (reaction == .lock ? 1 : 2))
  }

  @Test("A task that a notice left running is checked anew after a minute, and so is another watch's")
  func outlastsNotice() async throws {
    let (stage, clock) = (try await stage(.lock), SteppedClock())
    try await stage.shield.enroll()
    let reached = Reached()
    reached.set(stage.shield)
    defer { reached.set(nil) }
    let watch = try stage.shield.integrityWatch(insecureProfile: .release, clock: clock) { _ in
      reached.task.withLock { task in
        guard task == nil else { return }
        task = Task {
          while !reached.isOpen.withLock({ $0 }) { await Task.yield() }
          try await reached.shield?.enroll()
        }
      }
    }
    await watch.enteredForeground()
    probes.set(hooked: true)
    clock.advance(by: .seconds(60))
    reached.isOpen.withLock { $0 = true }
    await #expect(throws: ShieldError.self) { try await reached.task.withLock { $0 }?.value }
    #expect(probes.runs == 1)

    // Told by a watch that only reports, asked of one that locks.
    let answer = Mutex<ShieldError?>(nil)
    let quiet = try stage.shield.integrityWatch(insecureProfile: .debug, clock: clock) { _ in
      do throws(ShieldError) { _ = try await reached.shield?.enroll() } catch { answer.withLock { $0 = error } }
    }
    _ = try stage.shield.integrityWatch(insecureProfile: .release, clock: clock) { _ in }
    probes.set(hooked: true)
    await quiet.enteredForeground()
    #expect(answer.withLock { $0 } != nil)
    #expect(probes.runs == 2)
  }

  @Test("A notice that lasts longer than a minute is answered by a check of its own")
  func longNotice() async throws {
    let (stage, clock) = (try await stage(.lock), SteppedClock())
    try await stage.shield.enroll()
    let reached = Reached()
    reached.set(stage.shield)
    defer { reached.set(nil) }
    let watch = try stage.shield.integrityWatch(insecureProfile: .release, clock: clock) { [probes] _ in
      let told = reached.told.withLock { told in
        told += 1
        return told
      }
      guard told == 1 else { return }
      clock.advance(by: .seconds(60))
      probes.set(hooked: false)
      do throws(ShieldError) {
        _ = try await reached.shield?.enroll()
        reached.answers.withLock { $0.append("enrolled") }
      } catch {
        reached.answers.withLock { $0.append("\(error)") }
      }
    }
    probes.set(hooked: true)
    await watch.enteredForeground()
    #expect(reached.answers.withLock { $0 } == ["enrolled"])
    #expect(reached.told.withLock { $0 } == 2 && probes.runs == 1)
  }

  @Test("The error names what was found and what was done, and no text from outside")
  func words() async throws {
    let stage = try await stage(.lock)
    try await stage.shield.enroll()
    _ = try stage.shield.integrityWatch(insecureProfile: .release) { _ in }
    probes.set(hooked: true)
    let decision = try #require(await refusal(stage) { () async throws(ShieldError) in try await logIn(stage) })
    #expect("\(ShieldError.sessionForbidden(decision))" == "this device may not begin a session: hooks (lock)")
  }
}
