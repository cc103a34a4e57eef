#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// The page table of this process, open from the first check on.
  ///
  /// A process whose dumpable flag is switched off (prctl(2), `PR_SET_DUMPABLE`) may not open it any more, but reads on
  /// what is open: so nobody who does that later hides the copied pages. Source: proc_pid_pagemap(5).
  final class PageTable: Sendable {
    let number: Int32
    private let device: UInt64
    private let inode: UInt64
    private let process: Int

    /// Throws where the process may not read its own page table.
    init(_ files: ProcessFiles) throws(SystemCallFailure) {
      let file = try files.open("pagemap")
      let status = try file.status()
      device = status.device
      inode = status.inode
      process = mantlet_raw_process()
      number = file.kept()
    }

    /// Whether it still is what was opened, and of this process: what a forked child inherits is its parent's.
    var isOwn: Bool { process == mantlet_raw_process() && isOpen }

    /// Whether the number still stands for it: whoever closes all descriptors gives it to another file.
    private var isOpen: Bool {
      guard let now = try? RawFile.status(of: number) else { return false }
      return now.device == device && now.inode == inode
    }

    deinit { if isOpen { _ = mantlet_raw_close(number) } }
  }

#endif
