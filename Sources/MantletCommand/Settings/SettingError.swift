import UntrustedInput

/// Why the settings of a server cannot be used. The message names the place where the value stands and never the value.
enum SettingError: Error, Equatable, CustomStringConvertible {
  /// Where a value came from.
  enum Place: Equatable, CustomStringConvertible {
    case flag(Setting)
    case variable(String)
    case file(path: String, at: TextPosition)
    /// Said nowhere.
    case nowhere(Setting)

    var description: String {
      switch self {
      case .flag(let setting): "--\(setting.flag)"
      case .variable(let name): name
      case .file(let path, let at): "\(path):\(at.line):\(at.column)"
      case .nowhere(let setting): "--\(setting.flag)"
      }
    }
  }

  case unreadable(path: String)
  /// Not JSON, or a key that is not known; `problem` is our own sentence.
  case malformed(path: String, at: TextPosition, problem: String)
  case wrong(Setting, Place, expected: String)
  case missing(Setting)
  case clash(String)
  case secretUnreadable(Setting, Place, StateError)

  var description: String {
    switch self {
    case .unreadable(let path): "cannot read \(path)"
    case .malformed(let path, let at, let problem): "\(path):\(at.line):\(at.column): \(problem)"
    case .wrong(let setting, let place, let expected):
      if case .file = place {
        "\(place): \(setting.rawValue) must be \(expected)"
      } else {
        "\(place) must be \(expected)"
      }
    case .missing(let setting):
      "\(setting.rawValue) is missing: write it into the configuration file, or give --\(setting.flag) or "
        + "\(setting.variable)\(setting.isSecret ? "_FILE" : "")"
    case .clash(let problem): problem
    case .secretUnreadable(let setting, let place, let error): "\(place) (\(setting.rawValue)): \(error)"
    }
  }

  /// What stands in a file is input; what stands on the command line or in the environment is usage.
  var isInput: Bool {
    switch self {
    case .unreadable, .malformed, .secretUnreadable: true
    case .wrong(_, let place, _): if case .file = place { true } else { false }
    case .missing, .clash: false
    }
  }
}
