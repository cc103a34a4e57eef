import Logging

/// A log handler that lets only masked text through to the handler that it wraps.
///
/// - The message is masked by ``MaskingRules``; its control characters are escaped, so one event stays one line.
/// - Metadata: a value marked ``Sensitivity/public`` is masked by the same rules, and whole under a key that names a
///   secret, or a telephone number where it may be one; `personal`, `secret` and everything without a mark is replaced by
///   `<personal>` or `<secret>`. This holds for nested values and for metadata providers. With ``ValueDigests`` these marks
///   have labels, too. Metadata that was read from this handler and is set again keeps its marks; what an app gives it
///   in the form of a mark is no mark. A mark in an interpolation holds for all of its text (see ``Sensitivity``).
/// - An error keeps the name of its type and loses its text, which may come from outside. Put numbers that you need
///   into public metadata.
/// - Nothing below the floor passes, whatever level is set later.
///
/// It does not protect what another handler writes, nor text that no rule knows.
/// Source: O.Source_3, MASVS-STORAGE-2.
public struct RedactingLogHandler: LogHandler {
  private var inner: any LogHandler
  private let rules: MaskingRules
  private let floor: Logger.Level
  /// The level of `inner`, kept here because every call asks for it.
  private var level: Logger.Level
  public var metadataProvider: Logger.MetadataProvider?

  /// - Parameters:
  ///   - inner: writes the masked events; metadata that it holds already is masked now.
  ///   - floor: the lowest level that passes.
  public init(wrapping inner: any LogHandler, floor: Logger.Level, rules: MaskingRules = MaskingRules()) {
    self.rules = rules
    self.floor = floor
    level = max(inner.logLevel, floor)
    metadataProvider = inner.metadataProvider
    self.inner = inner
    // The provider runs here, where its values are masked. Handlers without one complain when it is set.
    if metadataProvider != nil { self.inner.metadataProvider = nil }
    self.inner.metadata = masked(inner.metadata)
    self.inner.logLevel = level
  }

  public var logLevel: Logger.Level {
    get { level }
    set {
      level = max(newValue, floor)
      inner.logLevel = level
    }
  }

  public var metadata: Logger.Metadata {
    get { inner.metadata }
    set { inner.metadata = masked(newValue) }
  }

  /// Metadata of the wrapped handler; values are masked when they are set.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { inner[metadataKey: maskedKey(key)] }
    set { inner[metadataKey: maskedKey(key)] = newValue.map { masked($0, hint(key)) } }
  }

  /// Masks message and metadata, then hands the event on if its level reaches the floor.
  public func log(event: LogEvent) {
    guard event.level >= floor else { return }
    var event = event
    // O.Source_3#2
    event.message = Logger.Message(stringLiteral: rules.maskedLine(event.message.description))
    if let error = event.error { event.error = UnprintedError(type: "\(type(of: error))") }
    var metadata = event.metadata.map(masked)
    if let metadataProvider {
      metadata = masked(metadataProvider.get()).merging(metadata ?? [:]) { _, given in given }
    }
    event.metadata = metadata?.isEmpty == false ? metadata : nil
    inner.log(event: event)
  }

  private static let shown: Logger.MetadataValueAttributes = [Sensitivity.public, Masking.done]
  private static let personal = Logger.Metadata.Value.attributed(
    "<personal>", attributes: [Sensitivity.personal, Masking.done])
  private static let secret = Logger.Metadata.Value.attributed(
    "<secret>", attributes: [Sensitivity.secret, Masking.done])

  private func maskedKey(_ key: String) -> String { MaskScanner.isPlainWord(key) ? key : rules.maskedLine(key) }

  /// What a key tells, and the names above it do.
  private func hint(_ key: String, below outer: NameHint = .nothing) -> NameHint {
    outer == .secret || MaskScanner.isPlainWord(key) ? outer : max(outer, rules.hint(of: key))
  }

  private func masked(_ metadata: Logger.Metadata) -> Logger.Metadata { masked(metadata, .nothing) }

  /// Each key is looked at twice, as a text and for what it tells, whatever stands under it; a value once by itself and
  /// once for what names tell, however deep it stands.
  ///
  /// - Parameter outer: what the keys above tell.
  private func masked(_ metadata: Logger.Metadata, _ outer: NameHint) -> Logger.Metadata {
    // A copy has the same places until a key is taken out.
    var output = metadata
    var renamed: [(key: String, ownKey: String)] = []
    for place in metadata.indices {
      let (key, value) = metadata[place]
      output.values[place] = masked(value, hint(key, below: outer))
      let ownKey = maskedKey(key)
      if ownKey != key { renamed.append((key, ownKey)) }
    }
    for (key, ownKey) in renamed { output[ownKey] = output.removeValue(forKey: key) }
    return output
  }

  /// - Parameter hint: what the key tells that the value stands under, and those above it do.
  private func masked(_ value: Logger.Metadata.Value, _ hint: NameHint) -> Logger.Metadata.Value {
    switch value {
    case .dictionary(let entries): .dictionary(masked(entries, hint))
    case .array(let elements): .array(elements.map { masked($0, hint) })
    case .string, .stringConvertible:
      // The mark stays on the value, so that metadata that was read and is set again stays readable.
      switch value.attributes[Sensitivity.self] ?? .personal {
      case .public: .attributed(shown(value, hint), attributes: Self.shown)
      case .personal: rules.label == nil ? Self.personal : hidden(value, Self.personal, .personal, hint)
      case .secret: rules.label == nil ? Self.secret : hidden(value, Self.secret, .secret, hint)
      }
    }
  }

  private func shown(_ value: Logger.Metadata.Value, _ hint: NameHint) -> String {
    guard hint != .secret else { return rules.mark(as: .value, isMasked: isMasked(value), hiding: value.description) }
    let text = value.description
    let line = rules.maskedLine(text)
    guard let kind = rules.told(line, by: hint) else { return line }
    return rules.mark(as: kind, hiding: text)
  }

  /// The mark of a value of which nothing is shown, with its label, where the rules have digests.
  ///
  /// - Parameter bare: what stands for it without a label.
  private func hidden(
    _ value: Logger.Metadata.Value, _ bare: Logger.Metadata.Value, _ sensitivity: Sensitivity, _ hint: NameHint
  ) -> Logger.Metadata.Value {
    let text = value.description
    return .attributed(
      rules.mark("\(sensitivity)", as: rules.told(text, by: hint), isMasked: isMasked(value), hiding: text),
      attributes: bare.attributes)
  }

  private func isMasked(_ value: Logger.Metadata.Value) -> Bool { value.attributes[Masking.self] == .done }
}

/// Tells what this handler made from what an app gives it: ``Sensitivity`` is on both.
private enum Masking: Int64, Logger.MetadataValueAttributes.Attribute {
  case done = 1
}

/// Stands for an error whose own text is not printed.
private struct UnprintedError: Error, CustomStringConvertible {
  let type: String
  var description: String { type }
}
