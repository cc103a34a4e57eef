#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Testing

/// A lock of flock(2) belongs to the opening of a folder, not to the process: another opening is another process to it.
@Suite struct FolderHoldTests {
  private let place: TestFolder

  init() throws { place = try TestFolder() }

  /// The folder as another process would open it.
  private func opened() throws -> Int32 {
    let other = open(place.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(other >= 0)
    return other
  }

  @Test("Nobody else gets a folder that is held, and its end gives it back; it leaves no file")
  func held() async throws {
    let other = try opened()
    defer { close(other) }
    do {
      let hold = try await FolderHold.take(place.path, wait: .zero)
      #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
      withExtendedLifetime(hold) {}
    }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    #expect(try place.files() == [])
  }

  @Test("A folder that another process holds is busy, and may be had when that one gives it back")
  func busy() async throws {
    let other = try opened()
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    await #expect(throws: LifecycleError.busy) { _ = try await FolderHold.take(place.path, wait: .milliseconds(30)) }
    let waiting = Task { [path = place.path] in try await FolderHold.take(path, wait: .seconds(60)) }
    #expect(flock(other, LOCK_UN) == 0)
    let hold = try await waiting.value
    #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
    withExtendedLifetime(hold) {}
  }

  @Test("Within a process all share one, under whatever name, and it ends with the last")
  func shared() async throws {
    let (other, link) = (try opened(), place.path + "-link")
    try #require(symlink(place.path, link) == 0)
    defer {
      close(other)
      unlink(link)
    }
    do {
      let second: FolderHold
      do {
        let first = try await FolderHold.take(place.path, wait: .zero)
        second = try await FolderHold.take(link, wait: .zero)
        #expect(first === second)
      }
      #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
      withExtendedLifetime(second) {}
    }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("A folder that is not there is not held")
  func absent() async throws {
    let path = place.path + "/none"
    await #expect(throws: LifecycleError.unavailable(ENOENT)) { _ = try await FolderHold.take(path, wait: .zero) }
  }
}
