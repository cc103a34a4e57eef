#if Server
  import Foundation
  import Logging
  import Redaction
  import SecurityPolicy
  import TrustServer
  import TrustWire

  /// The server's decisions as JSON lines on standard output. Addresses, names, tokens and what clients sent do not get
  /// this far: an event has no place for them, and what it has goes through ``RedactingLogHandler``.
  struct EventLog: Sendable {
    private let logger: Logger

    init(level: Logger.Level, now: @escaping @Sendable () -> Date = { Date() }) {
      logger = Logger(label: "mantlet.server") { _ in
        RedactingLogHandler(wrapping: JSONLineHandler(logLevel: level, now: now), floor: level)
      }
    }

    func write(_ event: TrustEvent) {
      var facts: Logger.Metadata = ["event": Self.public(event.kind.rawValue)]
      if let device = event.device { facts["device"] = Self.public(device) }
      if let reason = event.reason { facts["reason"] = Self.public(reason.rawValue) }
      if let code = event.code { facts["code"] = Self.public(code.rawValue) }
      if let key = event.key { facts["kid"] = Self.public(key) }
      logger.log(level: Self.level(event.kind), "\(event.explanation)", metadata: facts)
    }

    /// What came faster than it could be written; the metrics have counted it.
    func writeDropped(_ dropped: [TrustEvent.Kind: Int]) {
      for (kind, count) in dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        logger.warning(
          "events were not logged", metadata: ["event": Self.public(kind.rawValue), "count": Self.public("\(count)")])
      }
    }

    func note(_ message: String, _ facts: [String: String] = [:]) {
      logger.info("\(message)", metadata: facts.mapValues(Self.public))
    }

    private static func `public`(_ text: String) -> Logger.MetadataValue {
      "\(text, attributes: [Sensitivity.public])"
    }

    private static func level(_ kind: TrustEvent.Kind) -> Logger.Level {
      switch kind {
      case .storeFailed, .attestationUndetermined: .error
      case .passwordChanged, .deviceBlocked, .deviceUnblocked: .notice
      case .reuseDetected, .deviceRefused, .attestationRefused, .blockedDeviceRefused, .recordsRolledBack,
        .recordStoreReplaced,
        .recordsUnanchored, .pinFailureReported, .signingKeyWaits, .refreshReclaimed, .commitsMayBeLost,
        .clockInDoubt:
        .warning
      case .requestRefused: .notice
      default: .info
      }
    }
  }
#endif
