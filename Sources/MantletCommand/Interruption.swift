import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and SIGTERM as something to wait for. Made before anything is said about them, so that none is missed.
struct Interruption {
  /// One element a signal, also of those that came before anybody listened.
  let signals: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (signals, sink) = AsyncStream.makeStream(of: Void.self)
    self.signals = signals
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { sink.yield() }
      source.resume()
      return source
    }
  }

  /// Returns at the first of them, also when it came before this call.
  func wait() async {
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
