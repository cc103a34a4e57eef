import Foundation
import Glibc
import Synchronization

/// Where the emulated attributes lie: in extended attributes, which belong to the inode as Apple's do, so an atomic
/// replace loses them and deleting a file takes them along.
public final class EmulatedVolume: Sendable {
  /// Each test may have its own: the switch below is then its own too.
  @TaskLocal public static var shared = EmulatedVolume()

  private let state = Mutex(true)
  private let groups = Mutex<[String: String]>([:])

  public init() {}

  /// False: protection classes are accepted and dropped, as a simulator does.
  public var keepsProtection: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// The folders of the app groups that the app's entitlement names, by identifier.
  public var groupContainers: [String: String] {
    get { groups.withLock { $0 } }
    set { groups.withLock { $0 = newValue } }
  }

  private typealias Set =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
    ) -> Int32
  private typealias Get =
    @convention(c) (
      UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int
    ) -> Int

  func set(_ value: String?, _ name: String, at path: String) throws {
    guard access(path, F_OK) == 0 else { throw CocoaError(.fileNoSuchFile) }
    let bytes = Array((value ?? "").utf8)
    guard let call = dlsym(nil, "setxattr") else { throw CocoaError(.featureUnsupported) }
    guard unsafeBitCast(call, to: Set.self)(path, "user.emulated." + name, bytes, bytes.count, 0) == 0 else {
      throw CocoaError(errno == EACCES ? .fileWriteNoPermission : .featureUnsupported)
    }
  }

  func value(_ name: String, at path: String) throws -> String? {
    guard access(path, F_OK) == 0 else { throw CocoaError(.fileReadNoSuchFile) }
    guard let call = dlsym(nil, "getxattr") else { throw CocoaError(.featureUnsupported) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = unsafeBitCast(call, to: Get.self)(path, "user.emulated." + name, &bytes, bytes.count)
    return count <= 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
