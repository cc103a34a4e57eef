import AppSession
import ScreenPrivacy

/// Tells a screen shield when the session is locked or over, for as long as both live.
@MainActor
final class LockWatch {
  weak var screen: ScreenShield?
  private let session: Session
  private var isListening = false

  init(_ session: Session) { self.session = session }

  /// Listens from now on, unless it does already. A session whose state cannot be told now is asked again at the next
  /// call.
  func begin() async {
    guard !isListening else { return }
    isListening = true
    guard let states = try? await session.states() else {
      isListening = false
      return
    }
    Task { [weak self] in
      var wasReadable = true
      for await state in states {
        guard let screen = self?.screen else { return }
        if wasReadable, !state.isReadable { screen.sessionLocked() }
        wasReadable = state.isReadable
      }
    }
  }
}
