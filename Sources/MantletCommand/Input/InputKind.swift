import ArgumentParser

/// What `mantlet input check` can judge.
enum InputKind: String, CaseIterable, ExpressibleByArgument {
  case email, domain, password, pin
  case sleepDuration = "sleep-duration"
  case clockTime = "time"
  case timeRange = "time-range"
  case day
  case deepLink = "deep-link"
  case fileName = "file-name"
  case pageMessage = "page-message"
  case json, image

  var about: String {
    switch self {
    case .email: "an e-mail address (RFC 5322 addr-spec, international)"
    case .domain: "a domain name (IDNA2008)"
    case .password: "a new password, from standard input"
    case .pin: "a new PIN of 4 to 6 digits, from standard input"
    case .sleepDuration: "0 to 24 hours: 7:30, 7h30m, 450m"
    case .clockTime: "a time of day: 22:30"
    case .timeRange: "two times: 22:30-06:45; with --day and --zone also how long that is"
    case .day: "a day: 2026-03-29"
    case .deepLink: "a link; without --scheme and --host undetermined, as its origin is not judged"
    case .fileName: "the name of a file, without folder"
    case .pageMessage:
      "a message of a web page: {\"name\": …, \"data\": {…}}; undetermined, as its members are the app's affair"
    case .json: "a JSON document within bounds of size, depth and count"
    case .image: "the file of an image: format and size before decoding"
    }
  }

  /// Arguments of a command stand in the list of processes and in the shell's history.
  var isSecret: Bool { self == .password || self == .pin }

  /// Most bytes that are read of one value, far above the limit of its reader: the reader is to say that it is too long.
  var mostBytes: Int { self == .image ? 64 << 20 : 4 << 20 }
}
