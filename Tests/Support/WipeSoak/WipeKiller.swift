#if os(Linux) && Records && LinuxClient
  import AppSession
  import Foundation
  import LinuxSecretFiles
  import Mantlet
  import Redaction
  import SecretStorage
  import SecurityTesting

  /// Kills children that wipe copies of one life, and judges what the next start makes of each copy: all of it is there,
  /// or nothing is, also for who copied the keys before; then the next person can live there.
  struct WipeKiller {
    private static let ends = ["logOut", "switchTo"]
    /// What stays in the folder of nobody: what names the installation, and the stores' own files.
    private static let stays: Set<String> = [
      "installation/preferences.json", "secrets/device-checks.sealed", "secrets/device-key.sealed", "secrets/index",
      "secrets/installation.marker.sealed", "secrets/lock", "secrets/root.key",
    ]
    /// What the next person has after a change of account.
    private static let successor: Set<String> = ["secrets/data-owner.sealed", "secrets/session.sealed"]
    private static let journal = "/journal/wipe.journal"

    let folder: String
    let seed: UInt64
    private var template: String { folder + "/life" }

    init(folder: String, seed: UInt64) {
      self.folder = folder
      self.seed = seed
    }

    func run(_ count: Int) async throws {
      var dice = SeededGenerator(seed: seed)
      try FileManager.default.createDirectory(
        atPath: template, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      guard try child("fill", template).isKilled else { throw Life.Broken(description: "could not fill a folder") }
      guard FileManager.default.fileExists(atPath: template + "/records.sqlite-wal") else {
        throw Life.Broken(description: "a life without an open log says less")
      }
      // Opening the copy settles its logs, so the thief has a copy of their own.
      let loot = try copy("loot")
      let thief = try await WipeThief(folder: loot)
      let durations = try Self.ends.map { try duration(of: $0) }

      var (kills, untouched, resumed, others) = (0, 0, 0, 0)
      var round = 0
      while kills < count {
        let end = round % 2
        let root = try copy("round")
        // Up to three times in a row, so that resuming is cut off as well.
        for _ in 0...(dice.next() % 3) where kills < count {
          let instant = 1 + Int(dice.next() % UInt64(durations[end] * 5 / 4))
          let result = try child(Self.ends[end], root, "\(instant)")
          if result.isKilled {
            kills += 1
          } else if result.code != 0 {
            throw Life.Broken(description: "round \(round): \(Self.ends[end]) refused: \(result.output)")
          }
        }
        let wasPending = FileManager.default.fileExists(atPath: root + Self.journal)
        do {
          switch try await judge(root, thief) {
          case .whole: untouched += 1
          case .nothing: if wasPending { resumed += 1 } else { others += 1 }
          }
        } catch {
          // The folder stays for who wants to look.
          throw Life.Broken(description: "round \(round), \(Self.ends[end]), seed \(seed): \(error); see \(root)")
        }
        try remove(root)
        round += 1
      }
      print(
        "\(kills) kills in \(round) wipes of \(durations.map { "\($0 / 1000)" }.joined(separator: " and ")) ms: "
          + "\(untouched) not begun, \(resumed) carried on by the next start, \(others) left no journal; none half, nothing left"
      )
    }

    enum Finding: String { case whole, nothing }

    /// What the next start finds. A life that is whole is wiped then, undisturbed: that has to leave nothing as well. Each
    /// of the two is a process of its own: while one has a shield there, the next is refused.
    private func judge(_ root: String, _ thief: WipeThief) async throws -> Finding {
      let started = try child("start", root)
      guard started.code == 0,
        let finding = started.output.split(separator: "\n").last.flatMap({ Finding(rawValue: String($0)) })
      else { throw Life.Broken(description: "the next start: \(started.output)") }
      if finding == .whole {
        guard try child("logOut", root, "0").code == 0 else { throw Life.Broken(description: "a calm logout failed") }
      }
      let shield = try await SoakPolicy.shield(in: root)
      guard !FileManager.default.fileExists(atPath: root + Self.journal) else {
        throw Life.Broken(description: "the journal is still there")
      }
      // What the server has still to be told of may lie there: it outlives a wipe, and opens nothing without the key.
      let left = Set(try WipeThief.files(root)).subtracting(["secrets/revocations.sealed"])
      let isTaken = left.isSuperset(of: Self.successor)
      guard left == (isTaken ? Self.stays.union(Self.successor) : Self.stays) else {
        throw Life.Broken(description: "left: \(left.subtracting(Self.stays).sorted())")
      }
      try await thief.requireNothing(in: root)
      try await requireRoom(root, isTaken ? shield : nil)
      return finding
    }

    /// The first start after the kills.
    static func start(_ root: String) async throws -> Finding {
      let shield = try await SoakPolicy.shield(in: root)
      // Whoever has the app's secret has everything; who has not is judged by what is left.
      guard try await shield.secrets.names().contains(Life.secret) else { return .nothing }
      try await Life(folder: root).requireWhole(shield)
      return .whole
    }

    /// That the next person can sign in, finds nothing, and keeps something.
    private func requireRoom(_ root: String, _ open: Shield?) async throws {
      if open == nil { try await Life(folder: root).signIn(Life.second) }
      var shield = try await SoakPolicy.shield(in: root)
      let (names, attempts) = (try await shield.secrets.names(), try await shield.pin.attempts())
      guard names.isEmpty, attempts.count == 0, try await shield.recordCount(kind: "sleep") == 0 else {
        throw Life.Broken(description: "the next person finds something")
      }
      try await shield.keep(kind: "sleep", payload: "{}")
      shield = try await SoakPolicy.shield(in: root)
      guard try await shield.recordCount(kind: "sleep") == 1 else {
        throw Life.Broken(description: "the next person loses a record")
      }
    }

    /// A shield that was let go closes its database, and so removes files, while the folder is being removed.
    private func remove(_ path: String) throws {
      for _ in 0..<10 {
        try? FileManager.default.removeItem(atPath: path)
        if !FileManager.default.fileExists(atPath: path) { return }
      }
      try FileManager.default.removeItem(atPath: path)
    }

    private func copy(_ name: String) throws -> String {
      let path = "\(folder)/\(name)"
      try remove(path)
      try FileManager.default.copyItem(atPath: template, toPath: path)
      return path
    }

    /// The microseconds of one that nobody disturbs: the median of three.
    private func duration(of end: String) throws -> Int {
      let times = try (0..<3).map { _ in
        let result = try child(end, try copy("calm"), "0")
        guard result.code == 0, let time = Int(result.output.split(separator: "\n").last ?? "") else {
          throw Life.Broken(description: "an undisturbed \(end) failed: \(result.output)")
        }
        return time
      }
      return times.sorted()[1]
    }

    func child(_ words: String...) throws -> (code: Int32, isKilled: Bool, output: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = words
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, process.terminationReason == .uncaughtSignal, output)
    }
  }
#endif
