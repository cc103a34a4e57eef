#if os(Linux) && LinuxClient
  import ArgumentParser
  import CursorOnTarget
  import NetworkTrust
  import TakGateway

  /// Where the imported server is kept, and how it is recognised.
  struct TakOptions: ParsableArguments {
    @Option(help: "Folder of the imported server and its key.") var state: String
    @Option(help: "Uid of this client.") var uid = "mantlet"
    @Option(help: "Seconds until the server must have answered.") var timeout = 30
    @Option(help: "The name that the server's certificate must have; without it the server's key is remembered.")
    var serverName: String?
    @Flag(help: "Print one JSON object per line.") var json = false

    func validate() throws {
      guard (1...3600).contains(timeout) else { throw ValidationError("--timeout is 1 to 3600 seconds") }
      guard !uid.isEmpty, (try? CoTLine(uid)) != nil else { throw ValidationError("--uid is one line") }
      if let serverName, (try? ServerHost(serverName)) == nil { throw ValidationError("--server-name is no host") }
    }

    var check: ServerCheck {
      serverName.flatMap { try? ServerHost($0) }.map { .expectedName($0) } ?? .pinOnFirstUse
    }
  }
#endif
