#if Audit
  import ArgumentParser
  import Foundation
  import SourceAudit

  /// The files of a revision of git, as stored.
  ///
  /// - Protects against: a repository that brings its own programs: its configuration is read once, to resolve the
  ///   revision. Objects are then read (`ls-tree`, `cat-file`) through a folder of git of our own, so that no hook,
  ///   filter, external diff, file monitor, pager or remote of the tree is known; the user's and the system's
  ///   configuration stay out; nothing is fetched; objects that unpack to more than anybody's sources;
  ///   a pipe where git looks for a file.
  /// - Does not protect against: a flaw of git itself. Whose the working copy is does not matter: that the user names
  ///   its folder is the permission, and nothing of its configuration that runs a program is in force.
  struct GitRevision {
    private let folder: String
    private let git: GitProgram
    /// The id of the tree of the whole working copy.
    private let tree: String
    /// Where `folder` lies in it: empty, or ends with a slash.
    private let prefix: String
    private let objects: String

    /// - Parameters:
    ///   - folder: any folder of the working copy.
    ///   - patience: seconds for which git may be silent.
    init(_ revision: String, folder: String, patience: Int) throws {
      guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.contains("\0") else {
        throw ExitStatus.stop("this is no revision", ExitStatus.usage)
      }
      let git = try GitProgram(patience: patience)
      // `^{tree}` lets a name that is no revision fail instead of being something else.
      let answer = try git.run(
        Self.permissions(folder) + [
          "rev-parse", "--show-prefix", "--git-path", "objects", "--verify", "--end-of-options", revision + "^{tree}",
        ], in: folder)
      let lines = String(decoding: answer, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count == 4, lines[2].count >= 40, lines[2].allSatisfy(\.isHexDigit) else {
        throw ExitStatus.stop("what git says of the working copy cannot be read", ExitStatus.unreadable)
      }
      self.folder = folder
      self.git = git
      prefix = String(lines[0])
      objects = String(lines[1])
      tree = String(lines[2])
    }

    /// What git asks for before it reads a working copy of somebody else; the user's own list of them is not read here.
    /// Source: git-config(1), safe.directory.
    private static func permissions(_ folder: String) -> [String] {
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
      let own = try OwnFolder(sha256: self.tree.count > 40)
      defer { own.remove() }
      let blobs = try blobs(own).filter { present.contains($0.key) || SourceTree.reads($0.key) }
      let old = try contents(Array(blobs.values), own)
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

    private func read(_ arguments: [String], _ own: OwnFolder, input: String = "") throws -> [UInt8] {
      try git.run(
        ["--git-dir", own.path] + arguments, in: folder, input: input,
        // A path is a path, whatever it begins with.
        environment: ["GIT_OBJECT_DIRECTORY": objects, "GIT_LITERAL_PATHSPECS": "1"])
    }

    /// Path from the folder to the id of the stored file.
    private func blobs(_ own: OwnFolder) throws -> [String: String] {
      let output = try read(
        ["ls-tree", "-r", "-l", "-z", "--full-tree", tree] + (prefix.isEmpty ? [] : ["--", prefix]), own)
      var blobs: [String: String] = [:]
      for row in output.split(separator: 0) {
        guard let tab = row.firstIndex(of: UInt8(ascii: "\t")) else { continue }
        let head = row[..<tab].split(separator: UInt8(ascii: " "))
        guard head.count == 4, head[1].elementsEqual("blob".utf8) else { continue }
        // What was too large to be read then is new as a whole.
        guard let size = Int(String(decoding: head[3], as: UTF8.self)), size <= SourceLimits().fileBytes else {
          continue
        }
        let path = String(decoding: row[(tab + 1)...].dropFirst(prefix.utf8.count), as: UTF8.self)
        blobs[path] = String(decoding: head[2], as: UTF8.self)
      }
      return blobs
    }

    private func contents(_ blobs: [String], _ own: OwnFolder) throws -> [String: String] {
      let names = Set(blobs).sorted()
      guard !names.isEmpty else { return [:] }
      let output = try read(["cat-file", "--batch"], own, input: names.joined(separator: "\n") + "\n")
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
  }

  extension GitRevision {
    /// An empty folder of git, for as long as objects are read: without the tree's configuration, git knows no remote
    /// that would have to be asked for an object that is missing.
    private struct OwnFolder {
      let path: String

      init(sha256: Bool) throws {
        let files = FileManager.default
        path = files.temporaryDirectory.appendingPathComponent("mantlet-git-\(UUID().uuidString)").path
        // Source: gitrepository-layout(5); git-config(1), extensions.objectFormat.
        let version = "[core]\nrepositoryformatversion = \(sha256 ? 1 : 0)\nbare = true\n"
        do {
          try files.createDirectory(
            atPath: path + "/refs", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
          try files.createDirectory(atPath: path + "/objects", withIntermediateDirectories: false)
          try Data("ref: refs/heads/none\n".utf8).write(to: URL(fileURLWithPath: path + "/HEAD"))
          try Data((version + (sha256 ? "[extensions]\nobjectFormat = sha256\n" : "")).utf8)
            .write(to: URL(fileURLWithPath: path + "/config"))
        } catch {
          remove()
          throw ExitStatus.stop("cannot write a temporary folder", ExitStatus.failure)
        }
      }

      func remove() { try? FileManager.default.removeItem(atPath: path) }
    }
  }
#endif
