#if canImport(Security)
  import AppleFiles
  import DataLifecycle
  import Synchronization

  /// Listens to the system for as long as it lives; the lock makes the observer shareable.
  final class HeldObserver: Sendable {
    private let observer: Mutex<PressureObserver>

    init(_ caches: any PressureRelief) { observer = Mutex(PressureObserver(relieving: [caches])) }
  }
#endif
