#if Audit
  import ArgumentParser
  import Foundation
  import SourceAudit

  /// The files of a revision of git, as stored.
  ///
  /// - Protects against: a repository that brings its own programs: only objects are read (`ls-tree`, `cat-file`), which
  ///   run no hook, filter, external diff, file monitor or pager; the user's and the system's configuration stay out;
  ///   nothing is fetched; objects that unpack to more than anybody's sources.
  /// - Does not protect against: a flaw of git itself. Whose the working copy is does not matter: that the user names
  ///   its folder is the permission, and nothing of its configuration that runs a program is in force.
  struct GitRevision {
    private let revision: String
    private let folder: String
    private let program: URL
    /// Bytes that git may answer. Objects are packed: a few of them may come to more than any memory holds.
    private static let mostBytes = 512 << 20

    /// - Parameter folder: any folder of the working copy.
    init(_ revision: String, folder: String) throws {
      guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.contains("\0") else {
        throw ExitStatus.stop("this is no revision", ExitStatus.usage)
      }
      // Relative entries of PATH may lie inside of what is audited.
      let entries = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      let places = entries.filter { $0.hasPrefix("/") }
      guard
        let path = places.map({ "\($0)/git" }).first(where: FileManager.default.isExecutableFile(atPath:))
      else { throw ExitStatus.stop("--diff and --changed need git in PATH", ExitStatus.unreadable) }
      self.revision = revision
      self.folder = folder
      program = URL(fileURLWithPath: path)
    }

    /// What git asks for before it reads a working copy of somebody else; the user's own list of them is not read here.
    /// Source: git-config(1), safe.directory.
    private var permissions: [String] {
      let start = URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath()
      var place = start
      while place.path != "/", !FileManager.default.fileExists(atPath: place.appendingPathComponent(".git").path) {
        place.deleteLastPathComponent()
      }
      return Set([start.path, place.path]).sorted().flatMap { ["-c", "safe.directory=\($0)"] }
    }

    /// For each file of the tree that differs the lines that are new, and the tree as it was. Ends of lines do not count.
    func changes(in tree: SourceTree) throws -> (lines: [String: LineSet], before: SourceTree) {
      let present = Set(tree.files.map(\.path))
      let blobs = try blobs().filter { present.contains($0.key) || SourceTree.reads($0.key) }
      let old = try contents(Array(blobs.values))
      var changes: [String: LineSet] = [:]
      for file in tree.files {
        guard let blob = blobs[file.path], let text = old[blob] else {
          changes[file.path] = .all
          continue
        }
        let lines = LineSet(of: file.text, since: text)
        if !lines.isEmpty { changes[file.path] = lines }
      }
      let files = blobs.compactMap { path, blob in old[blob].map { SourceText(path: path, text: $0) } }
      return (changes, SourceTree(files: files))
    }

    /// Path from the folder to the id of the stored file.
    private func blobs() throws -> [String: String] {
      // `^{tree}` lets a name that is no revision fail instead of being something else.
      let output = try run(["ls-tree", "-r", "-l", "-z", "--end-of-options", revision + "^{tree}"])
      var blobs: [String: String] = [:]
      for row in output.split(separator: 0) {
        guard let tab = row.firstIndex(of: UInt8(ascii: "\t")) else { continue }
        let head = row[..<tab].split(separator: UInt8(ascii: " "))
        guard head.count == 4, head[1].elementsEqual("blob".utf8) else { continue }
        // What was too large to be read then is new as a whole.
        guard let size = Int(String(decoding: head[3], as: UTF8.self)), size <= SourceLimits().fileBytes else {
          continue
        }
        blobs[String(decoding: row[(tab + 1)...], as: UTF8.self)] = String(decoding: head[2], as: UTF8.self)
      }
      return blobs
    }

    private func contents(_ blobs: [String]) throws -> [String: String] {
      let names = Set(blobs).sorted()
      guard !names.isEmpty else { return [:] }
      let output = try run(["cat-file", "--batch"], input: names.joined(separator: "\n") + "\n")
      var contents: [String: String] = [:]
      var rest = output[...]
      // `<id> blob <size>` and a line of its own, the bytes, one end of line.
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
        rest = rest[(end + 1)...]
        guard head.count == 3, let size = Int(head[2]) else { continue }
        contents[String(head[0])] = String(decoding: rest.prefix(size), as: UTF8.self)
        rest = rest.dropFirst(size + 1)
      }
      return contents
    }

    private func run(_ arguments: [String], input: String = "") throws -> [UInt8] {
      let process = Process()
      process.executableURL = program
      process.arguments =
        [
          "-C", folder, "--no-pager", "--no-optional-locks", "--no-replace-objects", "-c", "core.fsmonitor=false",
          "-c", "core.hooksPath=/dev/null", "-c", "core.untrackedCache=false", "-c", "protocol.allow=never",
        ] + permissions + arguments
      var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
      for (name, value) in [
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
        // The second for git before 2.39.4 and 2.45; a tree's own `protocol.ext.allow` outweighs `protocol.allow`.
        "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C",
      ] { environment[name] = value }
      process.environment = environment
      let output = Pipe()
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("mantlet-git-\(UUID().uuidString)")
      // From a file and not through a pipe: both sides could wait for each other.
      guard (try? Data(input.utf8).write(to: file)) != nil, let reader = try? FileHandle(forReadingFrom: file) else {
        throw ExitStatus.stop("cannot write a temporary file", ExitStatus.failure)
      }
      defer { try? FileManager.default.removeItem(at: file) }
      process.standardInput = reader
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { throw ExitStatus.stop("git does not start", ExitStatus.unreadable) }
      var bytes: [UInt8] = []
      let reading = output.fileHandleForReading.fileDescriptor
      while true {
        guard let part = Descriptor.read(reading, upTo: 1 << 20) else {
          process.terminate()
          process.waitUntilExit()
          throw ExitStatus.stop("what git answers cannot be read", ExitStatus.failure)
        }
        if part.isEmpty { break }
        bytes += part
        guard bytes.count <= Self.mostBytes else {
          process.terminate()
          process.waitUntilExit()
          throw ExitStatus.stop("git has more than \(Self.mostBytes) bytes for this revision", ExitStatus.unreadable)
        }
      }
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw ExitStatus.stop(
          "git does not know the revision here, or the folder is no working copy", ExitStatus.unreadable)
      }
      return bytes
    }
  }
#endif
