#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch
import Synchronization

/// The walk below ``SourceTree``: a list of folders to visit instead of recursion.
struct FolderWalk {
  private let root: String
  private let limits: SourceLimits
  private var files: [SourceText] = []
  private var skipped: [String] = []
  private var incomplete: [AuditIncompleteness] = []
  private var bytes = 0
  private var entries = 0
  /// Files of the folder that is open, which are read together.
  private var batch: [(path: String, name: String)] = []
  /// What they come to, as far as the folder says.
  private var batchBytes = 0
  private static let mostInBatch = 64

  init(root: String, limits: SourceLimits) throws(SourceAuditError) {
    guard let resolved = realpath(root, nil) else { throw .unreadableFolder(errno: errno) }
    defer { free(resolved) }
    self.root = String(cString: resolved)
    self.limits = limits
    var facts = stat()
    guard stat(self.root, &facts) == 0 else { throw .unreadableFolder(errno: errno) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder }
    guard access(self.root, R_OK | X_OK) == 0 else { throw .unreadableFolder(errno: errno) }
  }

  mutating func tree() -> SourceTree {
    var waiting: [(path: String, depth: Int)] = [("", 0)]
    walk: while let folder = waiting.popLast() {
      let opened = openFolder(folder.path)
      guard opened >= 0 else {
        report(folder.path, .unreadable(errno: errno))
        continue
      }
      defer { _ = close(opened) }
      guard let names = names(in: opened, folder.path) else { continue }
      for name in names {
        entries += 1
        let path = folder.path.isEmpty ? name : folder.path + "/" + name
        if batch.count >= Self.mostInBatch || bytes + batchBytes >= limits.totalBytes
          || files.count + batch.count >= limits.files
        {
          readBatch(in: opened)
        }
        guard entries <= limits.entries, files.count < limits.files, bytes < limits.totalBytes else {
          report(path, .projectTooLarge)
          readBatch(in: opened)
          break walk
        }
        visit(path, name: name, in: opened, depth: folder.depth, &waiting)
      }
      readBatch(in: opened)
    }
    return SourceTree(files: files, skippedFolders: skipped, incomplete: incomplete)
  }

  private mutating func report(_ path: String, _ cause: AuditIncompleteness.Cause) {
    incomplete.append(AuditIncompleteness(file: path, cause: cause))
  }

  private func absolute(_ path: String) -> String { path.isEmpty ? root : root + "/" + path }

  /// The folder itself, reached step by step, so that a link put in the place of any folder on the way is not followed;
  /// negative with `errno` set.
  private func openFolder(_ path: String) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    var folder = open(root, flags)
    for step in path.split(separator: "/") where folder >= 0 {
      let next = openat(folder, String(step), flags)
      let code = errno
      _ = close(folder)
      errno = code
      folder = next
    }
    return folder
  }

  /// The names in the folder, sorted; nil (and a report) when it cannot be listed.
  private mutating func names(in folder: Int32, _ path: String) -> [String]? {
    // The stream closes what it reads, the folder stays open for its files.
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      report(path, .unreadable(errno: errno))
      if copy >= 0 { _ = close(copy) }
      return nil
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      // In its place: an entry is only as long as its name, and a copy of all 256 bytes would read past the buffer.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      guard names.count <= limits.entries else { break }
      errno = 0
    }
    if errno != 0 { report(path, .unreadable(errno: errno)) }
    return names.sorted()
  }

  private mutating func visit(
    _ path: String, name: String, in folder: Int32, depth: Int, _ waiting: inout [(path: String, depth: Int)]
  ) {
    let isSource = SourceTree.isRead(path)
    var facts = stat()
    guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      return report(path, .unreadable(errno: errno))
    }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR:
      if SourceTree.isSkipped(name) {
        skipped.append(path)
      } else if depth + 1 > limits.folderDepth {
        report(path, .folderTooDeep(limit: limits.folderDepth))
      } else {
        waiting.append((path, depth + 1))
      }
    case S_IFLNK: judgeLink(path, isSource: isSource)
    case S_IFREG where ProjectDocuments.isNamed(path): files.append(SourceText(path: path, text: ""))
    case S_IFREG where isSource:
      batch.append((path, name))
      batchBytes += Int(clamping: facts.st_size)
    case S_IFREG: if SourceTree.isArchive(name) { skipped.append(path) }
    default: if isSource { report(path, .notAFile) }
    }
  }

  /// A link to a place inside the project is left alone: that place is read by its own name.
  private mutating func judgeLink(_ path: String, isSource: Bool) {
    guard let resolved = realpath(absolute(path), nil) else {
      if isSource { report(path, .linkLeavesProject) }
      return
    }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var facts = stat()
    guard stat(target, &facts) == 0 else { return report(path, .unreadable(errno: errno)) }
    let isFolder = facts.st_mode & S_IFMT == S_IFDIR
    let isInside = target == root || target.hasPrefix(root == "/" ? "/" : root + "/")
    let isReadElsewhere = isInside && (isFolder || SourceTree.isRead(target))
    if (isFolder || isSource) && !isReadElsewhere { return report(path, .linkLeavesProject) }
    // A build follows the link all the same, so what it shows is left out like the folder itself.
    let steps = target.dropFirst(root.count).split(separator: "/")
    if isFolder || isSource, steps.contains(where: { SourceTree.isSkipped(String($0)) }) {
      skipped.append(path)
    }
  }

  // MARK: files

  private enum Reading: Sendable {
    case file(SourceText, bytes: Int, isRepaired: Bool)
    case noText(bytes: Int)
    case refused(AuditIncompleteness.Cause)
  }

  /// Reads the batch, on all processors; the order of what it finds is that of the folder.
  private mutating func readBatch(in folder: Int32) {
    let (list, limit) = (batch, limits.fileBytes)
    batch.removeAll(keepingCapacity: true)
    batchBytes = 0
    let readings: [Reading]
    if list.count < 4 {
      readings = list.map { Self.reading($0.path, $0.name, in: folder, limit: limit) }
    } else {
      let found = Mutex<[Reading?]>(Array(repeating: nil, count: list.count))
      DispatchQueue.concurrentPerform(iterations: list.count) { row in
        let reading = Self.reading(list[row].path, list[row].name, in: folder, limit: limit)
        found.withLock { $0[row] = reading }
      }
      readings = found.withLock { $0.compactMap { $0 } }
    }
    for (file, reading) in zip(list, readings) {
      switch reading {
      case .file(let text, let count, let isRepaired):
        bytes += count
        if isRepaired { report(file.path, .notUTF8) }
        files.append(text)
      case .noText(let count):
        bytes += count
        report(file.path, .notUTF8)
      case .refused(let cause): report(file.path, cause)
      }
    }
  }

  private static func reading(_ path: String, _ name: String, in folder: Int32, limit: Int) -> Reading {
    // O_NONBLOCK: a pipe put in the file's place must not hang the audit.
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .refused(.unreadable(errno: errno)) }
    defer { _ = close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return .refused(.unreadable(errno: errno)) }
    guard facts.st_mode & S_IFMT == S_IFREG else { return .refused(.notAFile) }
    var content: [UInt8] = []
    // All at once when the size is true; a file may grow while it is read.
    var room = min(max(0, Int(clamping: facts.st_size)), limit) + 1
    while true {
      var count = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        count = readSome(descriptor, buffer)
        filled = max(0, count)
      }
      guard count >= 0 else { return .refused(.unreadable(errno: errno)) }
      if count == 0 { break }
      if content.isEmpty { content = part } else { content += part }
      guard content.count <= limit else { return .refused(.tooLarge(limit: limit)) }
      room = 64 << 10
    }
    if ProjectDocuments.readsBytes(path), String(validating: content, as: UTF8.self) == nil {
      return .file(SourceText(path: path, bytes: content), bytes: content.count, isRepaired: false)
    }
    guard let decoded = TextDecoding.text(content) else { return .noText(bytes: content.count) }
    return .file(
      SourceText(path: path, text: decoded.text), bytes: content.count, isRepaired: decoded.isRepaired)
  }

  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count < 0, errno == EINTR else { return count }
    }
  }
}
