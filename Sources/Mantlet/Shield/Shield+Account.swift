import AppSession
import DataLifecycle
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy

/// Whose data lies on this device, and how it leaves.
extension Shield {
  /// Ends the session on this device and erases everything that holds user data: journalled first, keys before what
  /// they sealed, read back at the end. A crash in between is finished by the next start, before anything may be read.
  /// What stays is the device key and the installation's mark, which name the device and not the person.
  ///
  /// Where keys rest in hardware the claim is cryptographic erasure. On Linux they are files: their root key is
  /// replaced at the end, and no claim is made about blocks that a flash controller keeps. The server is told which
  /// sessions ended, at the very end and in nobody's way: other calls go on meanwhile. What it does not hear is told
  /// later.
  ///
  /// - Returns: what was removed.
  /// - Throws: ``ShieldError/wipeIncomplete(_:)`` when something resisted: the wipe stays pending, nothing may be read
  ///   until another call or the next start finishes it. ``ShieldError/lifecycle(_:)``.
  @discardableResult
  public func logOut() async throws(ShieldError) -> WipeReport {  // O.Data_17#1
    let report = try await left()
    // What has to be told is kept since before the erasure, so nobody's turn waits for the network.
    await revokePending()
    return report
  }

  private func left() async throws(ShieldError) -> WipeReport {
    await turn.take()
    defer { turn.end() }
    return try await leave(because: nil)
  }

  /// Erases what a logout erases. Called in the shield's turn; the server is told by whoever calls.
  func leave(because reason: SessionEndReason?) async throws(ShieldError) -> WipeReport {
    await closeAccount()
    hasJustSignedIn = false
    if let reason { board.post(.ended(reason)) }
    await session.prepareRevocation()
    let report: WipeReport
    do { report = try await run(.logout) } catch {
      // What resists here is no reason to leave the session open there.
      tellServer()
      throw error
    }
    try await openAccount()
    return report
  }

  /// The records of whoever is signed in; of nobody in particular before that. A logout and the login of another person
  /// close what it returned, after what was under way is kept: from then on it throws `RecordError.closed`, and the next
  /// ones are got here. Who asks while one person's data leaves never gets the next person's.
  ///
  /// - Throws: ``ShieldError/records(_:)``; ``ShieldError/storage(_:)`` `misplaced` when the policy keeps no `appData` at
  ///   rest; ``ShieldError/session(_:)`` while the session is locked, and after it ended until somebody signs in;
  ///   ``ShieldError/lifecycle(_:)`` while a wipe is pending or when one came between.
  public func records() async throws(ShieldError) -> any RecordStore {
    let asker = owner
    try await requireReadable()
    return try await writableRecords(for: asker)
  }

  /// The same for what the app keeps by itself, also while the session is locked: a night is recorded while its person
  /// sleeps.
  ///
  /// - Parameter asker: whose data was open when the caller began.
  func writableRecords(for asker: [UInt8]?) async throws(ShieldError) -> HandedRecords {
    try await admit()
    let records = try await openedRecords()
    // What was kept for nobody in particular is the next person's.
    guard asker == nil || asker == owner else { throw .lifecycle(.wipePending) }
    return records
  }

  /// The same for who holds the shield's turn, and so cannot wait for it.
  func recordsInTurn() async throws(ShieldError) -> HandedRecords {
    guard gate.current != nil, !isClosing else { throw .lifecycle(.wipePending) }
    return try await openedRecords()
  }

  private func openedRecords() async throws(ShieldError) -> HandedRecords {
    if let open = await stores.records { return open }
    let opening =
      openingRecords
      ?? Task { () async -> Result<HandedRecords, ShieldError> in
        // Inside the task: a late waiter must not forget the next opening.
        defer { openingRecords = nil }
        do throws(ShieldError) { return .success(try await openRecords()) } catch { return .failure(error) }
      }
    openingRecords = opening
    return try await opening.value.get()
  }

  private func openRecords() async throws(ShieldError) -> HandedRecords {
    try Self.requireRecordPlace(slice.storage.places)
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    let secrets = GatedSecrets(gate: gate, generation: generation)
    let requirement = AccessRequirement(slice.storage)
    let opened: HandedRecords
    do {
      opened = HandedRecords(
        try await adapters.openRecords(
          owner.map { RecordOwner(user: String(decoding: $0, as: UTF8.self)) } ?? .device,
          StoredRecordKeys(store: secrets, access: requirement),
          StoredRecordAnchor(in: secrets, access: requirement)))
    } catch {
      throw gate.current == generation ? .records(error) : .lifecycle(.wipePending)
    }
    guard gate.current == generation, !isClosing else { throw .lifecycle(.wipePending) }
    await stores.keep(opened)
    return opened
  }

  /// Lets nobody touch user data any more, and waits for those who do: all of that is local and short.
  func closeAccount() async {
    isClosing = true
    uploading?.cancel()
    // Before the gate: what is under way in the records needs their keys, and is anchored.
    await stores.closeRecords()
    await gate.close()
    _ = await openingRecords?.value
    await stores.closeRecords()
  }

  /// Makes way for whom the server has just let in, before the session is theirs: what is another person's is closed, so
  /// that none of it can go out with the tokens that come now.
  func makeWay(for account: String) async {
    if owner != Array(account.utf8) { await closeAccount() }
  }

  /// Opens user data again, unless it is open.
  ///
  /// - Throws: ``ShieldError/lifecycle(_:)`` while a wipe is pending, and what the change of account met.
  func admit() async throws(ShieldError) {
    if gate.current != nil, !isClosing { return }
    await turn.take()
    defer { turn.end() }
    if gate.current == nil { try await openAccount() }
  }

  /// Makes the device the signed-in person's: what another one left goes first. Nothing is open before that is done.
  ///
  /// Data whose owner is known and whose session is lost stays, and is not read before that person signs in: with the
  /// session went what told whether it was locked.
  ///
  /// Called after every login and at every start, so a crash between the two ends the same way.
  func openAccount() async throws(ShieldError) {
    do { try access.require() } catch { throw .lifecycle(error) }
    let person: DataOwner?
    do { person = try await session.owner() } catch { throw .session(error) }
    note(try await keptOwner())
    let account = person.map { Array($0.label.utf8) }
    if let person, owner != account {
      if gate.current != nil { await closeAccount() }
      if owner != nil { try await run(.accountSwitch) }
      do throws(StorageError) {
        try await write(person)
      } catch {
        throw .storage(error)
      }
    } else if let person, person.subject != nil, noted?.subject == nil {
      // From an older version: the next login does it when this one cannot.
      try? await write(person)
    }
    gate.isOrphaned = account == nil && owner != nil  // O.Auth_8#220
    // Whoever came back finds everything as it was: only a change of person ends what was handed out.
    if gate.current == nil { gate.open() }
    isClosing = false
  }

  private func keptOwner() async throws(ShieldError) -> DataOwner? {
    let kept: Secret?
    do { kept = try await adapters.secrets.read(Self.dataOwner) } catch { throw .storage(error) }
    guard let kept else { return nil }
    do { return try DataOwner(reading: kept) } catch { throw .session(error) }
  }

  private func note(_ person: DataOwner?) {
    noted = person
    owner = person.map { Array($0.label.utf8) }
  }

  private func write(_ person: DataOwner) async throws(StorageError) {
    try await adapters.secrets.write(
      person.sealedForm(), as: Self.dataOwner, access: AccessRequirement(slice.storage))
    note(person)
  }

  /// Names whose secrets, caches and settings lie here. It goes with them, so it never outlives the data.
  static let dataOwner = SecretName(constant: "data-owner")

  @discardableResult
  func run(_ scope: WipeScope) async throws(ShieldError) -> WipeReport {
    let outcome: WipeOutcome
    defer { stores.consents.tellServer() }
    do { outcome = try await wipe.run(scope) } catch { throw .lifecycle(error) }
    access = try Self.access(after: outcome)
    return outcome.report
  }

  /// - Throws: ``ShieldError/wipeIncomplete(_:)``.
  static func access(after outcome: WipeOutcome) throws(ShieldError) -> ReadAccess {
    switch outcome {
    case .complete(_, let access): return access
    case .pending(let report, _):
      throw .wipeIncomplete(Set(report.remnants.keys).union(report.failures.keys).sorted())
    }
  }
}
