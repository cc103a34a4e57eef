/// Every file of a project that is no code but says what the app may do, read once for all rules.
///
/// - Protects against: a rule that sees a platform file and the code apart: rules reach both through ``Project``.
/// - Does not protect against: settings that only a build computes.
package struct ProjectDocuments: Sendable {
  package let apple: AppleDocuments
  package let android: AndroidDocuments

  /// What was not read in time.
  private let late: [AuditIncompleteness]

  /// No file.
  package init() {
    (apple, android, late) = (AppleDocuments([]), AndroidDocuments([]), [])
  }

  /// - Parameters:
  ///   - files: the files of a tree; those of other kinds are left alone.
  ///   - crew: reads each file within its time.
  init(_ files: [SourceText], _ crew: WorkCrew) {
    let files = files.filter { Self.isRead($0.path) }
    var late: [AuditIncompleteness] = []
    func report<Answer>(_ outcome: WorkCrew.Outcome<Answer>, _ path: String) {
      switch outcome {
      case .answer: break
      case .late: late.append(.init(file: path, cause: .tookTooLong(seconds: crew.secondsPerItem)))
      case .notReached: late.append(.init(file: path, cause: .notReached))
      }
    }
    var appleReadings: [AppleDocuments.Reading] = []
    var androidReadings: [AndroidDocuments.Reading] = []
    for (index, outcome) in crew.run(files.count, { Self.readings(of: files[$0]) }).enumerated() {
      report(outcome, files[index].path)
      guard case .answer(let (apple, android)) = outcome else { continue }
      if let apple { appleReadings.append(apple) }
      if let android { androidReadings.append(android) }
    }
    // What files say together takes time of its own.
    let (first, second) = (appleReadings, androidReadings)
    let apples = crew.run(first.isEmpty ? 0 : 1) { _ in AppleDocuments(first) }
    let androids = crew.run(second.isEmpty ? 0 : 1) { _ in AndroidDocuments(second) }
    for outcome in apples { report(outcome, ".") }
    for outcome in androids { report(outcome, ".") }
    if case .answer(let read)? = apples.first { apple = read } else { apple = AppleDocuments([]) }
    if case .answer(let read)? = androids.first { android = read } else { android = AndroidDocuments([]) }
    self.late = late
  }

  private static func readings(of file: SourceText) -> (AppleDocuments.Reading?, AndroidDocuments.Reading?) {
    (
      AppleDocuments.isRead(file.path) ? AppleDocuments.reading(of: file) : nil,
      AndroidDocuments.isRead(file.path) ? AndroidDocuments.reading(of: file) : nil
    )
  }

  /// Whether a file of this name has a form that is no UTF-8.
  static func readsBytes(_ path: String) -> Bool { AppleDocuments.readsBytes(path) }

  static func isRead(_ path: String) -> Bool {
    // Most files are code, which is quickly told; only Gradle writes its files in a language of theirs.
    if let language = SourceLanguage(path: path), language != .kotlin { return false }
    return AppleDocuments.isRead(path) || AndroidDocuments.isRead(path)
  }

  /// Whether a file says all by being there, so that it is listed with no text.
  static func isNamed(_ path: String) -> Bool { AndroidDocuments.isNamed(path) }

  /// How many files were read, wholly or in part.
  var filesRead: Int { apple.filesRead + android.filesRead }
  /// Those that could not be read, or not wholly.
  var incomplete: [AuditIncompleteness] { apple.incomplete + android.incomplete + late }
}
