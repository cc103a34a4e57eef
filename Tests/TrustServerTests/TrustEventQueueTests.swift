#if Server
  import Foundation
  import Testing
  import TrustServer

  @Suite struct TrustEventQueueTests {
    private func event(_ kind: TrustEvent.Kind, _ number: Int = 0) -> TrustEvent {
      TrustEvent(
        kind: kind, date: Date(timeIntervalSince1970: TimeInterval(number)), device: nil, reason: nil, code: nil,
        explanation: "said")
    }

    @Test("No number of refused requests pushes out an alarm that came before them")
    func alarms() async {
      let queue = TrustEventQueue()
      queue.give(event(.reuseDetected))
      for number in 0..<5000 { queue.give(event(.requestRefused, number)) }
      queue.give(event(.recordsRolledBack))
      var reader = queue.events.makeAsyncIterator()
      #expect(await reader.next()?.kind == .reuseDetected)
      // The oldest of its own kind went.
      #expect(await reader.next() == event(.requestRefused, 5000 - TrustEventQueue.room))
      for _ in 1..<TrustEventQueue.room { #expect(await reader.next()?.kind == .requestRefused) }
      #expect(await reader.next()?.kind == .recordsRolledBack)
      #expect(queue.takeDropped() == [.requestRefused: 5000 - TrustEventQueue.room])
      #expect(queue.takeDropped() == [:])
    }

    @Test("Events come in their order, whatever their kinds")
    func order() async {
      let queue = TrustEventQueue()
      let kinds: [TrustEvent.Kind] = [.refreshed, .reuseDetected, .refreshed, .loggedIn, .refreshed, .reuseDetected]
      for (number, kind) in kinds.enumerated() { queue.give(event(kind, number)) }
      var reader = queue.events.makeAsyncIterator()
      for (number, kind) in kinds.enumerated() { #expect(await reader.next() == event(kind, number)) }
    }

    @Test("What waits when the queue is finished is still read, and then the reader ends", .timeLimit(.minutes(15)))
    func finished() async {
      let queue = TrustEventQueue()
      for number in 0..<5 { queue.give(event(.reuseDetected, number)) }
      queue.finish()
      var numbers: [TimeInterval] = []
      for await event in queue.events { numbers.append(event.date.timeIntervalSince1970) }
      #expect(numbers == [0, 1, 2, 3, 4])
      let waiting = TrustEventQueue()
      let reader = Task { for await _ in waiting.events {} }
      waiting.finish()
      await reader.value
    }

    @Test("A reader that waits is given the next event, and ends when its task is cancelled")
    func waiting() async {
      let queue = TrustEventQueue()
      let (heard, tell) = AsyncStream.makeStream(of: TrustEvent.self)
      let reader = Task {
        for await event in queue.events { tell.yield(event) }
        tell.finish()
      }
      queue.give(event(.refreshed, 1))
      var all = heard.makeAsyncIterator()
      #expect(await all.next() == event(.refreshed, 1))
      reader.cancel()
      #expect(await all.next() == nil)
    }
  }
#endif
