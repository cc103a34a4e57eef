public import Foundation
import Redaction
public import SecurityPolicy
import Synchronization

/// The one log file that a policy may allow in a release build: each line is sealed as it is written.
///
/// Two segments, each half of the byte budget and half of the days: when one is full or old enough it takes the place of
/// the one before, which goes. So no line stays longer than the policy says, as long as the app runs or is started.
///
/// - Protects against: whoever reads the medium or a backup; lines that were altered, moved, repeated or taken out of
///   the middle are counted as damaged.
/// - Does not protect against: cutting off whole lines at the end, removing a segment, or setting the files back to an
///   older state, all of which whoever may write to the folder can do unseen; the number and length of lines show.
///   A line is safe from the end of the process, not from a loss of power. Mask before: sealing is no reason to write
///   secrets.
///
/// Several processes, such as an app and its extension, may write to one folder while the key is one: their lines stand in
/// the order in which they were written. Each waits for the other, two seconds at most; behind one who stands still the
/// lines that follow are lost without waiting. What another process wiped stays empty: the lines of one that did not open
/// the log again since are lost and counted, and so are those of one whose segment another one removed for its age.
///
/// A line that cannot be written is counted, never thrown at whoever logs. Source: BSI TR-03161-1 O.Data_2, O.Data_3,
/// O.Source_3; MASVS-STORAGE-2; RFC 5116; flock(2).
public final class SealedLog: Sendable {
  private let state: Mutex<SealedLogState>
  private let access: ReadAccess?

  /// Opens or makes the log; what is too old goes first, and what an interrupted write left is cut off. A key that was
  /// altered or taken away is made anew: the lines that it sealed are counted as damaged, as long as they stay.
  ///
  /// - Parameters:
  ///   - folder: a folder of its own; its parent must exist.
  ///   - protect: guards a file or folder that was made, such as by ``GuardedFolder``; it is called with a path.
  ///   - access: ends with a wipe: from then on nothing is written and nothing is read.
  ///   - random: the system's outside of tests.
  ///   - wait: how long a line may wait for other processes and threads.
  /// - Throws: ``LifecycleError``; `locked` while the device and with it the key's store is, `keyUnavailable` when the key
  ///   was destroyed meanwhile, `busy`, `full`.
  public static func open(
    _ requirement: LogFileRequirement, folder: String, keys: any CacheKeys, access: ReadAccess?,
    protect: (String) throws(LifecycleError) -> Void = { _ throws(LifecycleError) in }, now: Date,
    random: any RandomNumberGenerator & Sendable, wait: Duration = .seconds(2)
  ) async throws(LifecycleError) -> SealedLog {
    try access?.require()
    var random = random
    let first = try await keys.first(using: &random, in: folder)
    let held = try HeldFolder.own(folder)
    try protect(folder)
    let key = first.key.duplicate()
    let state = try SealedLogState(held, first.key, requirement, random: random, wait: wait, now: now)
    // A wipe by another process may have been in between.
    guard let stored = try await keys.load(), stored.isEqual(to: key) else { throw .keyUnavailable(0) }
    return SealedLog(state, access)
  }

  private init(_ state: consuming SealedLogState, _ access: ReadAccess?) {
    self.state = Mutex(state)
    self.access = access
  }

  /// Seals and writes one line, cut to 16 KiB; callable from any thread.
  public func append(_ line: String, now: Date) {
    // O.Data_2#803 O.Source_3#804
    state.withLock { state in
      guard access.map({ (try? $0.require()) != nil }) ?? true else {
        state.lost += 1
        return
      }
      do throws(LifecycleError) { try state.append(line, now) } catch { state.lost += 1 }
    }
  }

  /// How many lines could not be written since the log was opened.
  public var lostLines: Int { state.withLock { $0.lost } }

  /// Everything that is there, opened: for support, after the person agreed to it.
  ///
  /// - Throws: ``LifecycleError/wipePending``, ``LifecycleError/busy``, and what the file system throws.
  public func content(now: Date) throws(LifecycleError) -> SealedLogContent {
    try access?.require()
    let copy = try state.withLock { state throws(LifecycleError) in try state.copy() }
    return copy.opened(now)
  }
}
