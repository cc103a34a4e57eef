#if os(Linux) || os(Android)

  /// A probe could not look: the kernel's answer as a positive errno, or why a file made no sense.
  enum SystemCallFailure: Error, Hashable {
    case refused(Int32)
    /// Longer than the bound: a part of it is not judged as the whole.
    case tooLong
    case unreadable(StaticText)

    /// A word of our own: keeps outside text out of the failure.
    struct StaticText: Hashable, ExpressibleByStringLiteral {
      let text: String
      init(stringLiteral value: StaticString) { text = "\(value)" }
    }

    // The numbers are the same on every Linux architecture (errno(3)).
    static let permission: Int32 = 1
    static let notFound: Int32 = 2
    static let nameTooLong: Int32 = 36
    static let noProcess: Int32 = 3
    static let interrupted: Int32 = 4
    static let noTable: Int32 = 8
    static let noSuchAddress: Int32 = 14
    static let accessDenied: Int32 = 13
    static let otherMount: Int32 = 18
    static let noFolder: Int32 = 20
    static let noCall: Int32 = 38
    static let link: Int32 = 40
    static let connectionRefused: Int32 = 111

    /// Whether nothing has the name, by now or at all.
    var isOfNothing: Bool { self == .refused(Self.notFound) || self == .refused(Self.noFolder) }

    /// Whether the thread or process has ended, which is no question left open.
    var isOfEnded: Bool { self == .refused(Self.notFound) || self == .refused(Self.noProcess) }

    /// Whether it is kept from this process.
    var isForbidden: Bool { self == .refused(Self.permission) || self == .refused(Self.accessDenied) }

    var evidence: String {
      switch self {
      case .refused(let number): "could not look: errno \(number)"
      case .tooLong: "could not look: file too long"
      case .unreadable(let what): "could not look: \(what.text)"
      }
    }
  }

#endif
