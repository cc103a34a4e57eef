import Synchronization

/// The system under the app: what a test lays out, and what it finds afterwards. Apple has nothing like it.
///
/// Every test has its own: `EmulatedPhone.$current.withValue(EmulatedPhone()) { … }`.
public final class EmulatedPhone: Sendable {
  @TaskLocal public static var current = EmulatedPhone()

  /// What there is. A new phone is an untouched one.
  public struct State: Sendable {
    /// Paths as `lstat` sees them, after `.` and `..` are resolved; a link is a link wherever it leads.
    public var files: Set<String> = ["/bin/sh", "/System", "/usr/lib/system", "/dev/ptmx", "/cores"]
    public var links: Set<String> = []
    /// The sandbox: the error number for a path, and for everything below it.
    public var refused: [String: Int32] = ["/private": EPERM, "/root": EPERM]
    /// Folders in which the app may make files, sandbox or not.
    public var writable: Set<String> = []
    /// What making a file anywhere else answers.
    public var writeRefusal = EPERM
    /// Full paths; nil stands for an image without a name.
    public var images: [String?] = []
    public var environment: [String: String] = [:]
    public var types: Set<String> = []
    /// Ports that something listens on; ports that never answer; ports that answer at once.
    public var listening: Set<UInt16> = []
    public var silent: Set<UInt16> = []
    public var isLoopbackQuick = false
    public var isTraced = false
    public var parent: Int32 = 1
    /// Each handler with the classes of exceptions that it takes.
    public var exceptionHandlers: [exception_mask_t] = []
    /// The error number that a function answers with.
    public var failing: [String: Int32] = [:]
    /// The answer of `sysctl` for a process without a row.
    public var knowsProcesses = true

    public init() {}
  }

  struct Kept {
    var state = State()
    var error: Int32 = 0
    var nextDescriptor: Int32 = 3
    var descriptors: [Int32: UInt16] = [:]
    var rights: Set<mach_port_t> = []
    var made: [String] = []
    var texts: [String: Text] = [:]
  }

  /// Memory that C functions hand out; it lives as long as the phone.
  final class Text: @unchecked Sendable {
    // @unchecked: written once, before anybody else has it.
    let pointer: UnsafeMutablePointer<CChar>
    init(_ text: String) {
      let bytes = text.utf8CString
      pointer = .allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { (pointer + index).initialize(to: byte) }
    }
    deinit { pointer.deallocate() }
  }

  private let kept = Mutex(Kept())

  public init() {}

  func with<Result: Sendable>(_ body: (inout sending Kept) -> sending Result) -> Result { kept.withLock { body(&$0) } }

  // MARK: what a test does

  public func change(_ body: (inout State) -> Void) {
    kept.withLock { body(&$0.state) }
  }

  // MARK: what a test sees

  /// Files and sockets that nobody closed.
  public var openDescriptors: Int { with { $0.descriptors.count } }
  /// Rights to ports that nobody gave up.
  public var heldRights: Int { with { $0.rights.count } }
  /// Files that were made and are still there.
  public var leftFiles: [String] { with { kept in kept.made.filter { kept.state.files.contains($0) } } }

  /// Every file that was ever made.
  public var madeFiles: [String] { with { $0.made } }

  // MARK: what the emulated modules ask

  /// The name of a loaded image; of one that is not there, nil.
  public func imageName(_ index: Int) -> UnsafePointer<CChar>? {
    text(with { index < $0.state.images.count ? $0.state.images[index] : nil }).map { UnsafePointer($0) }
  }

  public var imageCount: Int { with { $0.state.images.count } }

  public func knows(type name: String) -> Bool { with { $0.state.types.contains(name) } }

  func text(_ text: String?) -> UnsafeMutablePointer<CChar>? {
    guard let text else { return nil }
    return with { kept in
      let held = kept.texts[text] ?? Text(text)
      kept.texts[text] = held
      return held
    }.pointer
  }

  func fail(_ number: Int32) -> Int32 {
    with { $0.error = number }
    return -1
  }

  func failure(of function: String) -> Int32? { with { $0.state.failing[function] } }
}
