import AppSession
import DataLifecycle
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy

/// Whose data lies on this device, and how it leaves.
extension Shield {
  /// Names whose secrets, caches and settings lie here. It goes with them, so it never outlives the data.
  static let dataOwner = SecretName(constant: "data-owner")

  /// Ends the session on this device and erases everything that holds user data: journalled first, keys before what
  /// they sealed, read back at the end. A crash in between is finished by the next ``Shield/open``. What stays is the
  /// device key, which names the device and not the person.
  ///
  /// The claim is cryptographic erasure, not that flash cells are overwritten. The server is not told.
  ///
  /// - Returns: what was removed.
  /// - Throws: ``ShieldError/wipeIncomplete(_:)`` when something resisted: the wipe stays pending, nothing may be read
  ///   until another call or the next start finishes it. ``ShieldError/lifecycle(_:)``.
  @discardableResult
  public func logOut() async throws(ShieldError) -> WipeReport {  // O.Data_17#1
    uploading?.cancel()
    return try await run(.logout)
  }

  /// The records of whoever is signed in; of nobody in particular before that.
  ///
  /// - Throws: ``ShieldError/records(_:)``; ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func records() async throws(ShieldError) -> any RecordStore {
    do { try access.require() } catch { throw .lifecycle(error) }
    if let open = await stores.records { return open }
    let opening = openingRecords ?? Task { try await openRecords() }
    openingRecords = opening
    defer { openingRecords = nil }
    do {
      return try await opening.value
    } catch let error as ShieldError {
      throw error
    } catch {
      throw .records(.unavailable(0))
    }
  }

  private func openRecords() async throws(ShieldError) -> any RecordStore {
    let account: String?
    do { account = try await session.account() } catch { throw .session(error) }
    do {
      let requirement = AccessRequirement(slice.storage)
      let opened = try await adapters.openRecords(
        account.map(RecordOwner.init(user:)) ?? .device,
        StoredRecordKeys(store: adapters.secrets, access: requirement),
        StoredRecordAnchor(in: adapters.secrets, access: requirement))
      await stores.keep(opened)
      return opened
    } catch {
      throw .records(error)
    }
  }

  /// Makes the device the signed-in person's: what another one left goes first.
  ///
  /// Called after every login and at every start, so a crash between the two ends the same way.
  func adoptAccount() async throws(ShieldError) {
    let account: String?
    do { account = try await session.account() } catch { throw .session(error) }
    guard let account else { return }
    let owner: String?
    do {
      owner = try await adapters.secrets.read(Self.dataOwner)?
        .withExposedBytes { String(decoding: $0, as: UTF8.self) }
    } catch {
      throw .storage(error)
    }
    guard owner != account else { return }
    if owner != nil { try await run(.accountSwitch) } else { await stores.closeRecords() }
    do {
      try await adapters.secrets.write(
        Secret(copying: account.utf8), as: Self.dataOwner, access: AccessRequirement(slice.storage))
    } catch {
      throw .storage(error)
    }
  }

  @discardableResult
  private func run(_ scope: WipeScope) async throws(ShieldError) -> WipeReport {
    let outcome: WipeOutcome
    do { outcome = try await wipe.run(scope) } catch { throw .lifecycle(error) }
    access = try Self.access(after: outcome)
    guarded.admit(access)
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
