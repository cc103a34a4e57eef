extension InputRefusal {
  /// What is wrong, one word per thing that a person can do something about.
  @nonexhaustive
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    // Any text
    case empty, tooShort, tooLong, tooLarge
    /// No UTF-8.
    case notText
    case controlCharacter
    /// A format character: bidirectional controls, zero-width ones, a byte order mark.
    case invisibleCharacter
    /// Unassigned or of private use: two systems may see different things.
    case unknownCharacter

    // E-mail addresses
    case missingAt, secondAt, localPartEmpty, localPartTooLong, localPartCharacter, misplacedDot, unfinishedQuote
    case blank, comment, displayName, addressLiteral, malformedAddressLiteral

    // Domain names
    case domainEmpty, domainTooLong, labelEmpty, labelTooLong, domainCharacter, misplacedHyphen, singleLabel
    case numericEnding, malformedPunycode
    /// A context rule of RFC 5892.
    case misplacedDomainCharacter
    case mixedDirections

    // Passwords and PINs
    case commonPassword, passwordLikeName, passwordUnchanged, passwordKinds, notDigits, weakPIN

    // Times
    case notADuration, durationTooLong, notATime, notATimeRange, emptyTimeRange, notADay, skippedTime

    // Links
    case malformedLink, linkCharacter, foreignScheme, foreignHost, linkCredentials, linkPort, linkFragment
    case percentEncoding, doubleEncoding
    /// Dot segments, empty segments, encoded separators.
    case pathTricks
    case unknownRoute, tooManyParts, repeatedParameter, unknownParameter, missingParameter, parameterValue, nestedLink

    // File names
    case pathSeparator, fileNameCharacter, leadingDot, leadingDash, fileNameEdge, reservedName, foreignExtension

    // Messages of web pages, JSON
    case malformedJSON, tooDeep, tooManyValues, repeatedMember, numberOutOfRange, unknownMessage, unknownMember
    case missingMember, memberValue

    // Images
    case unknownImage, refusedFormat
    /// SVG and other markup.
    case activeImage
    case mislabelledImage, damagedImage, tooManyPixels, sideTooLong, tooManyFrames, tooManyPasses, trailingData

    /// Whether a place is counted in bytes, not in characters.
    var countsBytes: Bool {
      switch self {
      case .malformedJSON, .repeatedMember, .numberOutOfRange, .damagedImage, .trailingData: true
      default: false
      }
    }
  }
}
