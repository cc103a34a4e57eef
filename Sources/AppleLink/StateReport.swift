import PeerMesh

/// What the two halves of a transport say about themselves, as one; used on the transport's queue only.
final class StateReport {
  let states: AsyncStream<NearbyState>
  private let output: AsyncStream<NearbyState>.Continuation
  private var halves: [NearbyState] = [.starting, .starting]
  private var last: NearbyState?

  init() { (states, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8)) }

  enum Half: Int { case searching, shown }

  func note(_ state: NearbyState, of half: Half) {
    halves[half.rawValue] = state
    let joined = halves[0].joined(halves[1])
    guard joined != last else { return }
    last = joined
    output.yield(joined)
  }

  func finish() { output.finish() }
}
