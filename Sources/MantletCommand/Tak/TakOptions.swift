#if os(Linux) && LinuxClient
  import ArgumentParser
  import LinuxTransport
  import NetworkTrust
  import TakGateway

  /// Where the imported server is kept, and how it is recognised.
  struct TakOptions: ParsableArguments {
    @Option(help: "Folder of the imported server and its key.") var state: String
    @Option(help: "The name that the server's certificate must have; without it the server's key is remembered.")
    var serverName: String?
    @Flag(help: "Believe the system's authorities, too; needs --server-name.") var systemRoots = false

    func validate() throws {
      if let serverName, (try? ServerHost(serverName)) == nil { throw ValidationError("--server-name is no host") }
      guard !systemRoots || serverName != nil else { throw ValidationError("--system-roots needs --server-name") }
    }

    /// - Throws: ``GatewayError/network(_:)``
    func trust(in server: TakServer) throws(GatewayError) -> TrustEvaluation {
      var (check, platform) = (ServerCheck.pinOnFirstUse, TrustAnchors?.none)
      do throws(NetworkError) {
        if let serverName { check = .expectedName(try ServerHost(serverName)) }
        if systemRoots { platform = try SystemAnchors.load() }
      } catch { throw .network(error) }
      return try server.trust(by: check, platform: platform)
    }
  }
#endif
