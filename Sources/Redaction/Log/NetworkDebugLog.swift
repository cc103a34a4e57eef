#if DEBUG
  public import Logging

  /// Writes requests and answers to a log while an app is developed: method, path, status, allowed header fields and the
  /// masked beginning of bodies, and why there was no answer.
  ///
  /// Not part of a release build: `DEBUG` is set where the app builds in its debug configuration, because a package is
  /// built in the configuration of the app. A call has to stand inside `#if DEBUG` too, which makes forgetting it a
  /// compile error and no leak.
  ///
  /// - Protects against: secrets in header fields that are not on the list, in JSON members and queries with a telling
  ///   name, and in every form that ``MaskingRules`` knows.
  /// - Does not protect against: health data and free text in bodies. Bodies are off unless asked for.
  ///
  /// Source: O.Source_3, O.Source_8; MASVS-STORAGE-2.
  public struct NetworkDebugLog: Sendable {
    /// Header fields that tell nothing about a person; of all others only the name is printed.
    public static let harmlessFields: Set<String> = [
      "accept", "accept-encoding", "accept-language", "age", "cache-control", "connection", "content-encoding",
      "content-language", "content-length", "content-type", "date", "retry-after", "server", "transfer-encoding",
      "vary",
    ]

    private let logger: Logger
    private let allowed: Set<String>
    private let excerpt: BodyExcerpt
    private let rules: MaskingRules

    /// - Parameters:
    ///   - allowedFields: names of header fields in lower case whose values are printed, masked.
    ///   - bodyBytes: how much of a body is printed; 0 prints its length only.
    public init(
      _ logger: Logger, allowedFields: Set<String> = harmlessFields, bodyBytes: Int = 0,
      rules: MaskingRules = MaskingRules()
    ) {
      self.logger = logger
      allowed = allowedFields
      excerpt = BodyExcerpt(bytes: bodyBytes, rules: rules)
      self.rules = rules
    }

    /// Writes what is about to be sent.
    public func request(_ method: String, _ address: String, fields: [(name: String, value: String)], body: [UInt8]) {
      write("> \(clean(method)) \(clean(address))", fields, body)
    }

    /// Writes what came back.
    ///
    /// - Parameter time: how long it took.
    public func response(
      _ status: Int, fields: [(name: String, value: String)], body: [UInt8], after time: Duration? = nil
    ) {
      write("< \(status)" + Self.text(time), fields, body)
    }

    /// Writes why nothing came back, masked.
    ///
    /// - Parameters:
    ///   - reason: what the error says, such as the description of a typed one.
    ///   - time: how long it took.
    public func failure(_ reason: String, after time: Duration? = nil) {
      write("!\(Self.text(time)) \(clean(reason))", [], [])
    }

    private static func text(_ time: Duration?) -> String {
      // No number of milliseconds that an `Int` does not hold.
      time.map { " after \(Int(max(0, min($0 / .milliseconds(1), 1e15)))) ms" } ?? ""
    }

    private func write(_ head: String, _ fields: [(name: String, value: String)], _ body: [UInt8]) {
      guard logger.logLevel <= .debug else { return }
      // O.Source_8#802
      let lines = fields.map { field in
        let name = clean(field.name)
        guard allowed.contains(field.name.lowercased()) else {
          let mark = rules.mark(as: rules.told(field.value, by: rules.hint(of: field.name)), hiding: field.value)
          return "\(name): \(mark)"
        }
        // Together, so that a name that tells of a secret masks its value whatever the list says.
        return clean("\(field.name): \(field.value)")
      }
      let text = ([head] + lines + [excerpt.text(of: body)]).filter { !$0.isEmpty }.joined(separator: " | ")
      logger.debug("\(text)")
    }

    private func clean(_ text: String) -> String { rules.maskedLine(text) }
  }
#endif
