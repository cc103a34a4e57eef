/// The wipe journal as a file (`wipe.journal`, mode 0600) in a folder of its own (mode 0700).
///
/// The folder must not lie in anything that a target erases. On Apple systems give it the protection class
/// `completeUntilFirstUserAuthentication` or none: it holds names of targets and nothing about anybody, and the app
/// must be able to see a pending wipe whenever it starts. One process at a time.
///
/// A file of ours that others may read is still a request to wipe: in a folder of mode 0700 nobody reached it, and
/// refusing it would let the user's data stand. The next write gives it mode 0600 again.
///
/// - Protects against: `kill -9` and a loss of power at any instant; links and files of others in its place.
/// - Does not protect against: whoever may delete the file as this user.
/// Source: rename(2), fsync(2), open(2).
public struct WipeJournalFile: WipeJournal {
  private static let file = "wipe.journal"
  private let folder: String

  /// Nothing is read or made before the first use.
  public init(folder: String) { self.folder = folder }

  public func read() throws(LifecycleError) -> [UInt8]? {
    do throws(LifecycleError) {
      return try HeldFolder.own(folder).contents(of: Self.file, limit: WipeRecord.byteLimit, mayBeExposed: true)
    } catch .tooLarge {
      // Whatever it is, it is not what a wipe wrote; the reader calls it damaged.
      return []
    }
  }

  public func replace(_ bytes: [UInt8]) throws(LifecycleError) {
    let folder = try HeldFolder.own(folder)
    // Whoever keeps the folder: nothing may stop a wipe for ever.
    try? folder.lock()
    try folder.replace(Self.file, with: bytes)
  }

  public func remove() throws(LifecycleError) {
    let folder = try HeldFolder.own(folder)
    try? folder.lock()
    try folder.remove(Self.file)
    try FolderTree.remove(Self.file + HeldFolder.temporarySuffix, in: folder)
    try folder.synchronize()
  }
}
