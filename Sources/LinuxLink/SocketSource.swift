#if os(Linux) || os(Android)
  import Dispatch

  /// Calls back when a socket can be read or written, one call at a time, until it is cancelled or its last owner ends.
  /// The socket stays open as long as a call may come.
  // @unchecked: dispatch sources may be cancelled from any thread, and nothing else is done to this one.
  final class SocketSource: @unchecked Sendable {
    private let source: any DispatchSourceProtocol

    enum Event { case readable, writable }

    convenience init(_ event: Event, _ socket: OpenSocket, _ take: @escaping @Sendable (OpenSocket) -> Void) {
      self.init(event, socket, rest: 0) {
        take($0)
        return true
      }
    }

    /// - Parameter rest: milliseconds without a call after one that returned false.
    init(_ event: Event, _ socket: OpenSocket, rest: Int, _ take: @escaping @Sendable (OpenSocket) -> Bool) {
      switch event {
      case .readable: source = DispatchSource.makeReadSource(fileDescriptor: socket.file, queue: .global())
      case .writable: source = DispatchSource.makeWriteSource(fileDescriptor: socket.file, queue: .global())
      }
      source.setEventHandler { [weak self] in if !take(socket) { self?.pause(rest) } }
      source.activate()
    }

    /// Whoever waits for the end of the pause holds the source: one that is suspended must not end.
    private func pause(_ milliseconds: Int) {
      source.suspend()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.source.resume() }
    }

    deinit { source.cancel() }

    func cancel() { source.cancel() }
  }
#endif
