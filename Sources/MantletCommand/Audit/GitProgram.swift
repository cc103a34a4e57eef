#if Audit
  import ArgumentParser
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// git, run with nothing of the user's and the system's configuration, and with nothing that it could fetch.
  ///
  /// Of a working copy's own configuration nothing runs and nobody is asked: `core.fsmonitor`, `core.hooksPath` and hooks,
  /// `credential.helper`, `core.askPass` and `fetch.bundleURI` are overruled. No remote is spoken to, whatever its `url`,
  /// `vcs`, `uploadpack`, `core.sshCommand`, `core.gitProxy` or `protocol.*` say, and no `alias` becomes its helper. An alias
  /// takes the place of no command that git has, and what is asked has no pager, editor, filter, external diff or
  /// signature. Source: git-config(1), git(1), gitremote-helpers(7).
  ///
  /// Not protected: what the first `git` in `PATH` is; what a working copy's own configuration makes it read, where the
  /// command looks at one (see ``GitRevision``), but for how long.
  struct GitProgram {
    private let program: URL
    /// How long git may be silent.
    private let patience: Int
    /// Bytes that git may answer. Objects are packed: a few of them may come to more than any memory holds.
    private static let mostBytes = 512 << 20

    /// - Parameter patience: seconds without a byte after which git is stopped: a named pipe in the tree is read for ever.
    /// - Throws: where no absolute folder of `PATH` has a git. Relative ones may lie inside of what is audited.
    init(patience: Int) throws {
      self.patience = patience
      let entries = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      let places = entries.filter { $0.hasPrefix("/") }
      guard
        let path = places.map({ "\($0)/git" }).first(where: FileManager.default.isExecutableFile(atPath:))
      else { throw ExitStatus.stop("--diff and --changed need git in PATH", ExitStatus.unreadable) }
      program = URL(fileURLWithPath: path)
    }

    /// What git answers.
    ///
    /// - Parameters:
    ///   - arguments: the command after options for git itself.
    ///   - environment: more than what is always set.
    func run(
      _ arguments: [String], in folder: String, input: String = "", environment more: [String: String] = [:]
    ) throws -> [UInt8] {
      let process = Process()
      process.executableURL = program
      process.arguments =
        [
          "-C", folder, "--no-pager", "--no-optional-locks", "--no-replace-objects", "-c", "core.fsmonitor=false",
          "-c", "core.hooksPath=/dev/null", "-c", "core.untrackedCache=false", "-c", "protocol.allow=never",
          // A lazy fetch looks at it before it asks any remote, whatever protocols are allowed.
          "-c", "fetch.bundleURI=", "-c", "credential.helper=",
        ] + arguments
      var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
      for (name, value) in [
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "",
        // The second for git before 2.39.4 and 2.45; a tree's own `protocol.ext.allow` outweighs `protocol.allow`.
        "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": Self.unknownProtocol, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C",
      ] { environment[name] = value }
      environment.merge(more) { $1 }
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
        guard Descriptor.hasMore(reading, within: patience) else {
          Self.stop(process)
          throw ExitStatus.stop(
            """
            git was stopped after \(patience) s without an answer: it waits for something in \(folder) or its folder of \
            git, such as a named pipe that .git/config includes, or the disk is slow (then give --git-wait more seconds)
            """, ExitStatus.unreadable)
        }
        guard let part = Descriptor.read(reading, upTo: 1 << 20) else {
          Self.stop(process)
          throw ExitStatus.stop("what git answers cannot be read", ExitStatus.failure)
        }
        if part.isEmpty { break }
        bytes += part
        guard bytes.count <= Self.mostBytes else {
          Self.stop(process)
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

    /// One that no tree can name beforehand: git takes an empty list for the protocol without a name, `::x`, and whatever
    /// is allowed, a remote of the tree can be of, and an alias of the tree its helper.
    private static var unknownProtocol: String { UUID().uuidString.lowercased().filter { $0 != "-" } }

    /// Ends git, and with it what it has started, where it leads a group of its own.
    private static func stop(_ process: Process) {
      let id = process.processIdentifier
      if process.isRunning { _ = kill(getpgid(id) == id ? -id : id, SIGKILL) }
      process.waitUntilExit()
    }
  }
#endif
