import DataLifecycle
import ScreenPrivacy

/// The wipe target for the wish to be notified: the next person has to say it anew. The tokens that the server may have
/// stay, because a token that nobody remembers nobody withdraws.
struct ConsentWipe: WipeTarget {
  let name = WipeTargetName(constant: "notification-consent")
  let store: StoredPushState
  let open: OpenConsents

  var kind: UserDataKind { .secrets }

  func destroyKeys(_ scope: WipeScope) {}

  func erase(_ scope: WipeScope) async throws(LifecycleError) {  // O.Data_17#996 O.Plat_5#996
    do throws(NotificationRefusal) {
      // They write what they know; the stored state is theirs, or that of a process which is gone.
      for consent in open.all {
        do throws(NotificationRefusal) { try await consent.forgetWish() } catch {
          // What a newer version wrote is not ours to change, and this version heeds none of it.
          if error != .newerFormat { throw error }
        }
      }
      guard let state = try await kept(), state.isWanted else { return }
      try await store.save(state.unwanted.bytes)
    } catch {
      throw .unavailable(0)
    }
  }

  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    do throws(NotificationRefusal) {
      return try await kept()?.isWanted == true ? [WipeRemnant(count: 1)] : []
    } catch {
      throw .unavailable(0)
    }
  }

  /// Nil for nothing, and for what nobody can read: it notifies nobody.
  private func kept() async throws(NotificationRefusal) -> PushState? {
    do throws(NotificationRefusal) {
      return try await store.load().map { bytes throws(NotificationRefusal) in try PushState(reading: bytes) }
    } catch .damaged {
      return nil
    } catch .newerFormat {
      return nil
    } catch {
      throw error
    }
  }
}
