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

  /// What is locked, as another process of this user would open it.
  private func opened() throws -> Int32 { try opened(place.make("hold")) }

  private func opened(_ path: String) throws -> Int32 {
    let other = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(other >= 0)
    return other
  }

  @Test("Nobody else gets a folder that is held, and its end gives it back; what it leaves is an empty folder")
  func held() async throws {
    let other = try opened()
    defer { close(other) }
    do {
      let hold = try await FolderHold.take(place.path, wait: .zero)
      #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
      withExtendedLifetime(hold) {}
    }
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
    #expect(try place.files() == ["hold"])
    #expect(try place.files(in: "hold") == [])
  }

  @Test("Whoever may but read the folder keeps nobody out: what is locked is for its owner alone")
  func readers() async throws {
    try #require(chmod(place.path, 0o755) == 0)
    let other = try opened(place.path)
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    let hold = try await FolderHold.take(place.path, wait: .zero)
    #expect(place.mode("hold") == 0o700)
    withExtendedLifetime(hold) {}
  }

  @Test("Where others may lock, or a link leads away, nothing is held")
  func exposed() async throws {
    let inner = try place.make("hold")
    try #require(chmod(inner, 0o755) == 0)
    await #expect(throws: LifecycleError.exposed(mode: 0o755)) { _ = try await FolderHold.take(place.path) }
    try #require(rmdir(inner) == 0)
    let elsewhere = try place.make("elsewhere")
    try #require(symlink(elsewhere, inner) == 0)
    await #expect(throws: LifecycleError.notPlain) { _ = try await FolderHold.take(place.path) }
  }

  @Test("A folder that another process holds is busy, and may be had when that one gives it back")
  func busy() async throws {
    let other = try opened()
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    await #expect(throws: LifecycleError.busy) { _ = try await FolderHold.take(place.path, wait: .milliseconds(30)) }
    // It pauses when it was refused, and not before.
    let hold = try await FolderHold.take(place.path, wait: .seconds(60)) { _ = flock(other, LOCK_UN) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
    withExtendedLifetime(hold) {}
  }

  @Test("A task that is cancelled while it waits gets nothing, and does not wait on")
  func cancelled() async throws {
    let other = try opened()
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    await #expect(throws: LifecycleError.busy) {
      _ = try await FolderHold.take(place.path, wait: .seconds(60)) { throw CancellationError() }
    }
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
