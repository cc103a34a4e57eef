#if os(Linux) || os(Android)
  import Dispatch

  /// Calls back when a socket can be read or written, one call at a time, until it is cancelled or its last owner ends.
  /// The socket stays open as long as a call may come.
  // @unchecked: dispatch sources may be cancelled from any thread, and nothing else is done to this one.
  final class SocketSource: @unchecked Sendable {
    private let source: any DispatchSourceProtocol

    enum Event { case readable, writable }

    init(_ event: Event, _ socket: OpenSocket, _ take: @escaping @Sendable (OpenSocket) -> Void) {
      switch event {
      case .readable: source = DispatchSource.makeReadSource(fileDescriptor: socket.file, queue: .global())
      case .writable: source = DispatchSource.makeWriteSource(fileDescriptor: socket.file, queue: .global())
      }
      source.setEventHandler { take(socket) }
      source.activate()
    }

    deinit { source.cancel() }

    func cancel() { source.cancel() }
  }
#endif
