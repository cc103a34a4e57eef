/// One place that holds user data: the seam between the wipe and whoever keeps something.
///
/// What every target promises, checked by `WipeTargetConformance` in SecurityTesting: each call may be repeated and
/// cut off at any instant; after ``erase(_:)`` returned, ``remains(_:)`` finds nothing but what the scope allows to
/// stay; and it looks at the medium, not at its own memory of what it did.
public protocol WipeTarget: Sendable {
  /// Stable over app versions: a journal that an older version began names it.
  var name: WipeTargetName { get }
  var kind: UserDataKind { get }

  /// Destroys the keys that seal this target's data, so that what lies on the medium is unreadable before the first
  /// byte of it is erased. A target without keys of its own does nothing.
  func destroyKeys(_ scope: WipeScope) async throws(LifecycleError)

  /// Erases the data.
  func erase(_ scope: WipeScope) async throws(LifecycleError)

  /// Reads back what is left; empty when nothing is. "Could not look" is an error, never an empty answer.
  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant]
}
