#if LinuxClient
  import NIOCore
  import NIOPosix
  import NetworkTrust
  import Synchronization

  /// A ``HostLookup`` in the form that the network library asks. It begins with one family as soon as that answered and
  /// goes on with the other one where a connection takes its time. Source: RFC 8305, sections 3 to 5.
  final class LookupResolver: Resolver, Sendable {
    private let lookup: any HostLookup
    private let host: ServerHost
    private let loop: any EventLoop
    private let running = Mutex<[Task<Void, Never>]>([])

    init(_ lookup: any HostLookup, host: ServerHost, on loop: any EventLoop) {
      self.lookup = lookup
      self.host = host
      self.loop = loop
    }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { ask(.ipv4, port) }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { ask(.ipv6, port) }

    func cancelQueries() { for task in running.withLock({ $0 }) { task.cancel() } }

    private func ask(_ family: ServerHost.Kind, _ port: Int) -> EventLoopFuture<[SocketAddress]> {
      let found = loop.makePromise(of: [SocketAddress].self)
      let task = Task { [lookup, host] in
        do throws(NetworkError) {
          let addresses = try await lookup.addresses(of: host, family)
          found.succeed(addresses.compactMap { try? SocketAddress(ipAddress: $0.description, port: port) })
        } catch {
          found.fail(error)
        }
      }
      running.withLock { $0.append(task) }
      return found.futureResult
    }
  }
#endif
