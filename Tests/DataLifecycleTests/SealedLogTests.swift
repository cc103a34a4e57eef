#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Dispatch
import Foundation
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct SealedLogTests {
  private let place: TestFolder
  private let keys = InMemoryCacheKeys()
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let day: TimeInterval = 86_400

  init() throws { place = try TestFolder() }

  private func log(
    bytes: Int = 64 << 10, days: Int = 4, now: Date? = nil, keys: InMemoryCacheKeys? = nil, access: ReadAccess? = nil
  ) async throws -> SealedLog {
    try await SealedLog.open(
      LogFileRequirement(name: "log", bytes: bytes, days: days), folder: place.path + "/log", keys: keys ?? self.keys,
      access: access, now: now ?? start, random: SeededGenerator(seed: .random(in: 0...UInt64.max)))
  }

  private func texts(_ log: SealedLog, now: Date? = nil) throws -> [String] {
    try log.content(now: now ?? start).lines.map(\.text)
  }

  /// A segment that was begun, and no more.
  private func isEmpty() throws -> Bool {
    try place.files(in: "log") == ["current.log"] && place.bytes("log/current.log").count == 29
  }

  @Test("Lines come back in order with their times, and over a restart")
  func roundTrip() async throws {
    let first = try await log()
    first.append("one", now: start)
    first.append("zwei ü", now: start + 1)
    let second = try await log(now: start + 2)
    second.append("three", now: start + 3)
    let content = try second.content(now: start + 4)
    #expect(content.lines.map(\.text) == ["one", "zwei ü", "three"])
    #expect(content.lines.map(\.time) == [start, start + 1, start + 3])
    #expect(content.damaged == 0 && content.torn == 0 && second.lostLines == 0)
  }

  @Test("Two who share the folder, as an app and its extension do, keep each other's lines, over turns too")
  func shared() async throws {
    for bytes in [1 << 20, 16 << 10] {
      let keys = InMemoryCacheKeys()
      let place = try TestFolder()
      var logs: [SealedLog] = []
      for _ in 0..<2 {
        logs.append(
          try await SealedLog.open(
            LogFileRequirement(name: "log", bytes: bytes, days: 4), folder: place.path + "/log", keys: keys,
            access: nil, now: start, random: SeededGenerator(seed: .random(in: 0...UInt64.max)), wait: .seconds(60)))
      }
      let (both, time) = (logs, start)
      DispatchQueue.concurrentPerform(iterations: 2) { who in
        for number in 0..<100 { both[who].append("\(who) \(number)", now: time) }
      }
      let content = try logs[0].content(now: start)
      #expect(try logs[1].content(now: start).lines == content.lines)
      #expect(content.damaged == 0 && content.torn == 0 && logs.allSatisfy { $0.lostLines == 0 })
      for who in 0..<2 {
        let words = content.lines.map { $0.text.split(separator: " ") }.filter { $0[0] == "\(who)" }
        #expect(words.map { Int($0[1]) } == ((100 - words.count)..<100).map { Int?($0) })
      }
      if bytes == 1 << 20 { #expect(content.lines.count == 200) }
    }
  }

  @Test("Of a log whose key was damaged the old lines are counted, and new ones are kept")
  func damagedKey() async throws {
    let first = try await log()
    first.append("one", now: start)
    let damaged = DamagedCacheKeys(keys)
    let second = try await SealedLog.open(
      LogFileRequirement(name: "log", bytes: 64 << 10, days: 4), folder: place.path + "/log", keys: damaged,
      access: nil, now: start, random: SeededGenerator(seed: 5))
    second.append("two", now: start)
    let content = try second.content(now: start)
    #expect(content.lines.map(\.text) == ["two"] && content.damaged == 1)
    #expect(damaged.isHealed)
  }

  @Test("What another process wiped stays empty, and what it writes from then on is whole", arguments: [false, true])
  func wipedByAnother(hasLines: Bool) async throws {
    let other = try await log()
    if hasLines { other.append("before", now: start) }
    keys.destroy()
    try FolderWipe(name: targetName("log"), kind: .caches, folder: place.path + "/log").erase(.logout)
    other.append("after the wipe", now: start)
    #expect(try place.files(in: "log") == [] && other.lostLines == 1)
    let mine = try await log()
    other.append("with a segment of mine", now: start)
    mine.append("one", now: start)
    other.append("behind a line of mine", now: start)
    mine.append("two", now: start)
    let content = try mine.content(now: start)
    #expect(content.lines.map(\.text) == ["one", "two"] && content.damaged == 0 && content.torn == 0)
    #expect(other.lostLines == 3 && mine.lostLines == 0)
    let again = try await log()
    again.append("three", now: start)
    #expect(try texts(mine) == ["one", "two", "three"])
  }

  @Test("Where another process ended between two segments the next line begins one, and none is lost")
  func cutOffTurn() async throws {
    for isOpenedAgain in [false, true] {
      let keys = InMemoryCacheKeys()
      var log = try await log(keys: keys)
      log.append("one", now: start)
      #expect(rename(place.path + "/log/current.log", place.path + "/log/previous.log") == 0)
      if isOpenedAgain { log = try await self.log(keys: keys) }
      log.append("two", now: start)
      #expect(try texts(log) == ["one", "two"] && log.lostLines == 0)
    }
  }

  @Test("Behind one who stands still with the folder one line waits, those that follow are lost at once")
  func heldUp() async throws {
    let log = try await SealedLog.open(
      LogFileRequirement(name: "log", bytes: 64 << 10, days: 4), folder: place.path + "/log", keys: keys, access: nil,
      now: start, random: SeededGenerator(seed: 6), wait: .seconds(1))
    let holder = open(place.path + "/log", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(holder) }
    try #require(flock(holder, LOCK_EX) == 0)
    let time = ContinuousClock().measure { for _ in 0..<30 { log.append("lost", now: start) } }
    #expect(log.lostLines == 30 && time >= .seconds(1) && time < .seconds(25))
    #expect(flock(holder, LOCK_UN) == 0)
    log.append("kept", now: start)
    #expect(try texts(log) == ["kept"] && log.lostLines == 30)
  }

  @Test("The medium holds no word of a line, in files that are ours alone")
  func sealed() async throws {
    try await log().append("needle", now: start)
    let bytes = try place.bytes("log/current.log")
    #expect(!String(decoding: bytes, as: UTF8.self).contains("needle"))
    #expect(place.mode("log") == 0o700 && place.mode("log/current.log") == 0o600)
  }

  @Test("Never more bytes than the policy allows, and the newest lines stay", arguments: [16 << 10, 40_000])
  func budget(bytes: Int) async throws {
    let log = try await log(bytes: bytes)
    for number in 0..<2000 { log.append("line \(number) " + String(repeating: "x", count: number % 300), now: start) }
    let sizes = try place.files(in: "log").map { try place.bytes("log/" + $0).count }
    #expect(sizes.reduce(0, +) <= bytes)
    let texts = try texts(log)
    #expect(texts.last?.hasPrefix("line 1999 ") == true)
    let numbers = texts.compactMap { Int($0.split(separator: " ")[1]) }
    #expect(numbers.count > 10 && numbers == Array((2000 - numbers.count)..<2000))
    #expect(log.lostLines == 0)
  }

  @Test("A line leaves with its days: while the log runs, and when it is opened again")
  func days() async throws {
    let log = try await log(days: 4)
    log.append("old", now: start)
    log.append("younger", now: start + 2.5 * day)
    #expect(try texts(log, now: start + 3 * day) == ["old", "younger"])
    log.append("new", now: start + 4.1 * day)
    #expect(try !place.files(in: "log").contains("previous.log"))
    #expect(try texts(log, now: start + 4.1 * day) == ["younger", "new"])
    #expect(try !place.bytes("log/current.log").isEmpty)
    let later = try await self.log(days: 4, now: start + 20 * day)
    #expect(try texts(later, now: start + 20 * day) == [])
    #expect(try isEmpty())
  }

  @Test("A clock that was set far back does not keep lines for ever")
  func clock() async throws {
    let log = try await log(days: 4)
    log.append("from the future", now: start)
    _ = try await self.log(days: 4, now: start - 30 * day)
    #expect(try isEmpty())
  }

  @Test("A write that was cut off loses its line alone, and is told", arguments: 1...44)
  func torn(missing: Int) async throws {
    let first = try await log()
    first.append("one", now: start)
    let whole = try place.bytes("log/current.log").count
    first.append("two 890", now: start)
    let all = try place.bytes("log/current.log")
    try place.put(Array(all.prefix(max(whole + 1, all.count - missing))), at: "log/current.log")
    let second = try await log()
    second.append("three", now: start)
    let content = try second.content(now: start)
    #expect(content.lines.map(\.text) == ["one", "three"])
    #expect(content.torn == 1 && content.damaged == 0)
  }

  @Test("An altered line is counted and not shown; the others are")
  func altered() async throws {
    let log = try await log()
    for text in ["one", "two", "three"] { log.append(text, now: start) }
    let bytes = try place.bytes("log/current.log")
    for place in stride(from: 29 + 4, to: bytes.count, by: 7) {
      var other = bytes
      other[place] ^= 1
      try self.place.put(other, at: "log/current.log")
      let content = try log.content(now: start)
      #expect(content.lines.count < 3)
      #expect(Set(content.lines.map(\.text)).isSubset(of: ["one", "two", "three"]))
    }
  }

  @Test("Lines that were swapped, repeated or taken out do not open")
  func moved() async throws {
    let log = try await log()
    for text in ["one", "two", "six"] { log.append(text, now: start) }
    let bytes = try place.bytes("log/current.log")
    // 29 bytes of head, then frames of one length.
    let head = Array(bytes.prefix(29))
    let frame = (bytes.count - 29) / 3
    let frames = (0..<3).map { Array(bytes[(29 + $0 * frame)..<(29 + ($0 + 1) * frame)]) }
    try place.put(head + frames[1] + frames[0] + frames[2], at: "log/current.log")
    #expect(try log.content(now: start).lines.map(\.text) == ["six"])
    try place.put(head + frames[0] + frames[0] + frames[2], at: "log/current.log")
    #expect(try log.content(now: start).damaged == 1)
    try place.put(head + frames[0] + frames[2], at: "log/current.log")
    #expect(try log.content(now: start).lines.map(\.text) == ["one"])
  }

  @Test("Another key opens nothing")
  func otherKey() async throws {
    try await log().append("one", now: start)
    let content = try await log(keys: InMemoryCacheKeys()).content(now: start)
    #expect(content.lines.isEmpty && content.damaged == 1)
  }

  @Test("Garbage and links in the place of a segment are removed, and nothing is followed")
  func foreign() async throws {
    _ = try place.make("log")
    try place.put(Array("not ours".utf8), at: "log/current.log")
    try place.put([1], at: "precious")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/log/previous.log", withDestinationPath: place.path + "/precious")
    let log = try await log()
    log.append("one", now: start)
    #expect(try texts(log) == ["one"])
    #expect(try place.files(in: "log") == ["current.log"])
    #expect(place.exists("precious"))
  }

  @Test("From the beginning of a wipe on nothing is written and nothing is read")
  func wiped() async throws {
    let (wipe, access) = try NoUserData.access()
    let log = try await log(access: access)
    log.append("one", now: start)
    _ = try await wipe.run(.logout)
    log.append("two", now: start)
    #expect(log.lostLines == 1)
    #expect(throws: LifecycleError.wipePending) { try log.content(now: start) }
  }

  @Test("A very long line is cut, not lost")
  func long() async throws {
    let log = try await log()
    log.append(String(repeating: "ü", count: 50_000), now: start)
    let line = try #require(try texts(log).first)
    #expect(line.utf8.count > 16_000 && line.utf8.count <= 16 << 10)
  }

  @Test(
    "A line that half of a small file cannot hold is cut, and what follows is kept",
    arguments: [8_100, 9_000, 70_000])
  func longInSmall(count: Int) async throws {
    let log = try await log(bytes: 16 << 10)
    log.append("before", now: start)
    log.append(String(repeating: "x", count: count), now: start)
    log.append("after", now: start)
    let texts = try texts(log)
    #expect(texts.count == 2 && texts.last == "after" && log.lostLines == 0)
    let first = try #require(texts.first)
    #expect(first.hasPrefix("xxx") && first.utf8.count > 8_000 && first.utf8.count <= 8 << 10)
    let sizes = try place.files(in: "log").map { try place.bytes("log/" + $0).count }
    #expect(sizes.reduce(0, +) <= 16 << 10)
  }

  @Test("Many threads may write at once")
  func threads() async throws {
    let log = try await log(bytes: 1 << 20)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { for line in 0..<100 { log.append("\(writer) \(line)", now: start) } }
      }
    }
    let content = try log.content(now: start)
    #expect(Set(content.lines.map(\.text)).count == 800 && content.damaged == 0)
  }
}
