#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// The page table of this process, open from the first check on.
  ///
  /// A process whose dumpable flag is switched off (prctl(2), `PR_SET_DUMPABLE`) may not open it any more, but reads on
  /// what is open: so whoever does that later hides no copied page, unless the number is closed as well. A forked child
  /// holds its parent's table, also when it drops its rights, until its own check or exec. Source: proc_pid_pagemap(5).
  final class PageTable: Sendable {
    let number: Int32
    private let device: UInt64
    private let inode: UInt64

    /// Throws where the process may not read its own page table.
    init(_ files: ProcessFiles) throws(SystemCallFailure) {
      let file = try files.open("pagemap")
      let status = try file.status()
      device = status.device
      inode = status.inode
      number = try file.duplicated()
    }

    /// Whether it still is what was opened, and of the process of `files`: what a forked child inherits is its parent's,
    /// and the child may have its parent's number in a name space of its own.
    func isOwn(_ files: ProcessFiles) -> Bool {
      guard let now = try? files.status(of: "pagemap") else { return false }
      return now.device == device && now.inode == inode && isOpen
    }

    /// Whether the number still stands for it: whoever closes all descriptors gives it to another file. What was read is
    /// of this file only where it still does afterwards.
    var isOpen: Bool {
      guard let now = try? RawFile.status(of: number) else { return false }
      return now.device == device && now.inode == inode
    }

    /// Another thread may give the number away between the look and the end.
    deinit { if isOpen { _ = mantlet_raw_close(number) } }
  }

#endif
