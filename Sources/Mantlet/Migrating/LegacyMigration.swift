import Foundation
import SecretStorage
import SecurityPolicy

/// What an older version of the app kept with other libraries, and where it goes. The shield moves it at each start
/// until nothing is left to do, before anything else may read secrets; see `SecretMigration` for what a move promises.
///
/// ```swift
/// let migration = LegacyMigration(
///   leftIn: [NSHomeDirectory() + "/Documents/Diary.sqlite"],
///   moves: [.init(from: KeychainLegacySource([.keychainAccess(service: "org.example")]),
///                 steps: [.move("auth_token", to: key), .discard("password")])])
/// ```
///
/// - A keychain outlives its app. Without a trace of the older app in this container, what the sources hold is the
///   leftover of an app that was removed: it is erased at the first launch and never moved, so that no session
///   revives on a device that changed hands.
/// - A logout and a change of account erase all that the sources list, moved or not.
/// - Steps reach the app's own names and the PIN hash (``MigrationStep/movePINHash(_:under:)``); other names that the
///   shield keeps for itself are refused with `StorageError.reserved`.
/// - With a source that searches the secret store's own place no shield opens (`StorageError.ownPlace`): on Apple
///   platforms that is the service `<identifier>.mantlet`. The bundle identifier itself is free for older libraries.
/// - What is moved before anybody signed in belongs to whoever signs in first.
public struct LegacyMigration: Sendable {
  /// One older place, and what happens to each item in it.
  public struct Move: Sendable {
    public let source: any LegacySource
    public let steps: [MigrationStep]

    public init(from source: any LegacySource, steps: [MigrationStep]) {
      self.source = source
      self.steps = steps
    }
  }

  /// Files or folders that the older app always made in its container, as absolute paths.
  public let traces: [String]
  public let moves: [Move]

  /// - Parameter traces: places that vanish with the app: `Documents`, `Application Support`. The app must not have
  ///   made one of them before it opens its shield.
  public init(leftIn traces: [String], moves: [Move]) {
    self.traces = traces
    self.moves = moves
  }

  /// Where the PIN's hash lies: the one name of the shield's own that a step reaches.
  static let pinHash = SecretName(constant: "pin.hash")

  /// Whether the older app was used in this container.
  var isUpgrade: Bool { traces.contains { FileManager.default.fileExists(atPath: $0) } }
}

extension MigrationStep {
  /// The unsalted SHA-256 hash of the PIN that an older app kept moves to where ``PINVault`` looks, which replaces it
  /// at the next correct entry.
  ///
  /// - Throws: `StorageError.misplaced` when the policy keeps no PIN hash.
  public static func movePINHash(
    _ account: String, under policy: StorageRequirement
  ) throws(StorageError) -> MigrationStep {
    try move(account, to: SecretKey<StoredPINHash>(LegacyMigration.pinHash, under: policy))
  }
}
