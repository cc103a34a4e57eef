#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// The files of `/proc` about this process, below a folder that was proved to be the kernel's own and about it.
  ///
  /// Whoever can mount may lay a folder over `/proc`, or a file over one file in it, that says what he likes. So the
  /// folder must be of the kernel's file system of processes and its status must name this process; once is enough for
  /// one check. Neither folder need be readable: sandboxes often allow single files below them. Below it nothing is opened
  /// over a mount or through a link. Where openat2 cannot be had (before Linux 5.6, on Android, under some filters) each
  /// file must be of that file system instead: then another file of `/proc` that is laid over one of these is not seen.
  /// What fails is "could not look", and never clean.
  /// Source: proc(5), openat2(2), fstatfs(2).
  final class ProcessFiles: Sendable {
    private let all: RawFile.Descriptor
    private let own: RawFile.Descriptor
    /// Of this moment.
    let status: [UInt8]

    init() throws(SystemCallFailure) {
      let folder = try RawFile.Descriptor(folder: "/proc")
      guard try folder.isProc() else { throw .covered }
      let links = Folder.Links()
      // Not the own number: the folder may count by another name space.
      guard let number = try links.target(of: "self", in: folder), UInt32(number) != nil else { throw .covered }
      let process = try folder.openedFolder(number)
      let bytes = try RawFile.read(process.opened("status"))
      guard ProcessFiles.isOwn(bytes) else { throw .unreadable("/proc speaks of another process") }
      status = bytes
      own = process
      all = folder
    }

    func open(_ name: String) throws(SystemCallFailure) -> RawFile.Descriptor { try own.opened(name) }

    func read(_ name: String) throws(SystemCallFailure) -> [UInt8] { try RawFile.read(own.opened(name)) }

    /// The names in a folder of this process.
    func names(in folder: String) throws(SystemCallFailure) -> [String] { try Folder.names(own.opened(folder)) }

    /// The rows of the memory map that may be executed, from its text as it is now.
    func code() throws(SystemCallFailure) -> ExecutableRows { try ExecutableRows(read("maps")) }

    /// The program's file, as the memory map writes it.
    func program() throws(SystemCallFailure) -> String? {
      let links = Folder.Links()
      return try links.target(of: "exe", in: own)
    }

    /// The same file, opened by the kernel's link to it and by no name.
    func openProgram() throws(SystemCallFailure) -> RawFile.Descriptor {
      try RawFile.Descriptor(answer: mantlet_raw_open_target_at(own.number, "exe"))
    }

    /// Where something open lies, as the memory map writes it.
    func path(of file: borrowing RawFile.Descriptor) throws(SystemCallFailure) -> String {
      let links = Folder.Links()
      let number = String(file.number)
      guard let path = try links.target(of: number, in: own.openedFolder("fd")) else {
        throw .unreadable("an open file without a path")
      }
      return path
    }

    /// The same of the folder that a name leads to, with a slash at its end; where it leads to nothing, the name.
    func place(ofFolder name: String) throws(SystemCallFailure) -> String {
      let answer = mantlet_raw_open_folder(name)
      if answer < 0, SystemCallFailure.refused(Int32(-answer)).isOfNothing { return name }
      let path = try self.path(of: RawFile.Descriptor(answer: answer))
      return path == "/" ? path : path + "/"
    }

    /// When this process began, by today's clock, in seconds since 1970. Source: proc_pid_stat(5), starttime.
    func start() throws(SystemCallFailure) -> Int64 {
      var boot: Int64 = 0
      let answer = mantlet_raw_boot(&boot)
      if answer < 0 { throw .refused(Int32(-answer)) }
      let bytes = try read("stat")
      // The second field, a name in brackets, may hold blanks and brackets.
      let fields = bytes[(bytes.lastIndex(of: 41) ?? 0)...].split(separator: 32)
      guard fields.count > 20, let ticks = Int64(String(decoding: fields[20], as: UTF8.self)) else {
        throw .unreadable("no start of the process")
      }
      return boot + ticks / 100
    }

    /// Where the kernel began to run the program or its loader, as it keeps it and not as it wrote it into the process's
    /// memory. Source: proc_pid_auxv(5), getauxval(3).
    func entry() throws(SystemCallFailure) -> UInt? {
      let bytes = try read("auxv")
      let size = MemoryLayout<UInt>.size
      return bytes.withUnsafeBytes { all in
        stride(from: 0, to: max(0, all.count - 2 * size + 1), by: 2 * size)
          .first { all.loadUnaligned(fromByteOffset: $0, as: UInt.self) == 9 }
          .map { all.loadUnaligned(fromByteOffset: $0 + size, as: UInt.self) }
      }
    }

    /// Of the file below the folder, which need not be readable.
    func status(of name: String) throws(SystemCallFailure) -> mantlet_raw_file { try own.status(of: name) }

    /// What `/proc` holds: the numbers of processes, and more.
    func everything() throws(SystemCallFailure) -> [String] { try Folder.names(all.opened(".")) }

    /// The name of any process, with the end of its line.
    func name(of process: String) throws(SystemCallFailure) -> [UInt8] {
      try RawFile.read(all.opened(process + "/comm"))
    }

    /// The last number is the one in the name space of the process itself.
    private static func isOwn(_ status: [UInt8]) -> Bool {
      let number = String(mantlet_raw_process())
      guard let numbers = Snapshot.field("NSpid", of: status) else {
        return Snapshot.field("Pid", of: status) == number
      }
      return numbers.split { $0 == "\t" || $0 == " " }.last.map { String($0) } == number
    }
  }

  extension SystemCallFailure {
    static let covered = SystemCallFailure.unreadable("/proc is covered")
  }

  extension RawFile.Descriptor {
    /// Whether it is open in the kernel's file system of processes.
    func isProc() throws(SystemCallFailure) -> Bool {
      let answer = mantlet_raw_is_proc(number)
      if answer < 0 { throw .refused(Int32(-answer)) }
      return answer == 1
    }

    /// A file below this folder of `/proc`.
    func opened(_ name: String) throws(SystemCallFailure) -> RawFile.Descriptor {
      let answer = mantlet_raw_open_inside(number, name)
      guard try Self.isMissingCall(answer) else { return try RawFile.Descriptor(answer: answer) }
      return try Self.proved(mantlet_raw_open_at(number, name))
    }

    /// A folder below it, which need not be readable.
    func openedFolder(_ name: String) throws(SystemCallFailure) -> RawFile.Descriptor {
      let answer = mantlet_raw_open_folder_inside(number, name)
      guard try Self.isMissingCall(answer) else { return try RawFile.Descriptor(answer: answer) }
      return try Self.proved(mantlet_raw_open_folder_at(number, name))
    }

    /// Whether openat2 cannot be had.
    private static func isMissingCall(_ answer: Int) throws(SystemCallFailure) -> Bool {
      if answer == -Int(SystemCallFailure.otherMount) || answer == -Int(SystemCallFailure.link) { throw .covered }
      return answer == -Int(SystemCallFailure.noCall) || answer == -Int(SystemCallFailure.permission)
    }

    private static func proved(_ answer: Int) throws(SystemCallFailure) -> RawFile.Descriptor {
      let file = try RawFile.Descriptor(answer: answer)
      guard try file.isProc() else { throw .covered }
      return file
    }
  }

#endif
