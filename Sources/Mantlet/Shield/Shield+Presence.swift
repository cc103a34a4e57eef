import AppSession
import SecurityPolicy

/// Whether the person is there: what the app reports, what follows from it, and what it is told.
///
/// While the session is locked, or over until somebody signs in, the shield gives out no token and nothing that was kept:
/// no records, no secrets, no caches. It still keeps what the app writes, and it still logs out. What was handed out
/// before is the app's: cover the screen and let go of it.
extension Shield {
  /// Where the session stands now.
  ///
  /// - Throws: ``ShieldError/session(_:)`` when the stored session cannot be read.
  public func state() async throws(ShieldError) -> SessionState {
    do { return shown(try await session.state()) } catch { throw .session(error) }
  }

  /// A session that is lost is over, whatever a new one in its place says: only its owner opens what lies here.
  private func shown(_ state: SessionState) -> SessionState { gate.isOrphaned ? .ended(.storeDamaged) : state }

  /// The person touched something. What the app does by itself is no use and must not be told here.
  ///
  /// - Throws: ``ShieldError/session(_:)``.
  public func used() async throws(ShieldError) {  // O.Auth_9#120
    do { try await session.used() } catch { throw .session(error) }
  }

  /// The app left the screen; when this returns it is noted for a process that is killed now.
  ///
  /// - Throws: ``ShieldError/session(_:)``.
  public func movedToBackground() async throws(ShieldError) {
    hasJustSignedIn = false
    do { try await session.movedToBackground() } catch { throw .session(error) }
  }

  /// The app is about to be on screen, after a launch too: call it before anything is drawn, and draw the lock screen
  /// when the state says so. Until then, or a first touch, a launched app counts as in the background.
  ///
  /// - Throws: ``ShieldError/session(_:)``.
  @discardableResult
  public func returned() async throws(ShieldError) -> SessionState {  // O.Auth_8#120
    do { return shown(try await session.returned()) } catch { throw .session(error) }
  }

  /// Why the session is locked or over, now and from now on, until the caller stops listening: ends that the server
  /// decided, locks, and the erasure after too many wrong PINs. What time alone changes shows when something looks at
  /// ``state()``.
  ///
  /// - Throws: ``ShieldError/session(_:)`` when the stored session cannot be read.
  public nonisolated var notices: AsyncStream<ShieldNotice> {
    get async throws(ShieldError) {
      let states: AsyncStream<SessionState>
      do { states = try await session.states() } catch { throw .session(error) }
      let (stream, continuation) = AsyncStream.makeStream(of: ShieldNotice.self)
      let number = board.add(continuation)
      let task = Task {
        for await state in states { if let notice = ShieldNotice(state) { continuation.yield(notice) } }
      }
      continuation.onTermination = { [board] _ in
        task.cancel()
        board.remove(number)
      }
      return stream
    }
  }

  /// What follows for the session from what was found on the device: it goes on, asks for the person, is closed until a
  /// better decision, or ends and takes the person's data with it.
  ///
  /// The server's decisions arrive by themselves with ``enroll()``; this is for those of the app.
  /// - Throws: ``ShieldError/session(_:)``; for `wipe` what ``logOut()`` throws.
  public func judge(_ decision: SessionDecision) async throws(ShieldError) {
    do { try await session.judge(decision) } catch {
      // A decision that cannot be saved keeps nothing that has to go.
      guard decision == .wipe else { throw .session(error) }
    }
    guard decision == .wipe else { return }
    await turn.take()
    defer { turn.end() }
    _ = try await leave(because: nil)
    tellServer()
  }

  /// Before anything is used: the erasure after a decision to wipe that the end of the app forestalled.
  func eraseIfUnsafe() async throws(ShieldError) {
    guard try await state() == .ended(.deviceUnsafe) else { return }
    await turn.take()
    defer { turn.end() }
    _ = try await leave(because: .deviceUnsafe)
  }

  /// The server hears of it when it can; nobody's data waits for that.
  func tellServer() { Task { [self] in await revokePending() } }

  /// Tells the server now, and the person what went wrong with that.
  func revokePending() async {
    await session.revokePending()
    for incident in await session.takeIncidents() { board.post(.incident(incident)) }
  }

  /// - Throws: ``ShieldError/session(_:)`` with `locked` or `ended`.
  func requireReadable() async throws(ShieldError) {
    switch try await state() {
    case .idleLocked(let lock), .reauthenticationDue(let lock): throw .session(.locked(lock))
    case .ended(let reason): throw .session(.ended(reason))
    case .signedOut, .appTrusted, .active: return
    }
  }

  /// What a PIN or a face may open: not a session that is over, nor one that only a better device opens.
  func requireUnlockable() async throws(ShieldError) {
    switch try await state() {
    case .ended(let reason): throw .session(.ended(reason))
    case .idleLocked(.device), .reauthenticationDue(.device): throw .session(.locked(.device))
    case .signedOut, .appTrusted, .active, .idleLocked, .reauthenticationDue: return
    }
  }
}

extension SessionState {
  /// Whether what is kept on the device may be read.
  var isReadable: Bool {
    switch self {
    case .signedOut, .appTrusted, .active: true
    case .idleLocked, .reauthenticationDue, .ended: false
    }
  }
}
