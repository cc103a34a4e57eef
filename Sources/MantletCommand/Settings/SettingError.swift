import SecretStorage
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
  /// The setting needs a part that this program was built without.
  case builtWithout(Place, trait: String)
  /// No key lies in the folder that a TPM seals.
  case chipKeyMissing(Place)
  /// A key lies there, and nobody said that it may be replaced.
  case chipKeyKept(Place)
  case chipKeyUnusable(Place, StorageError)

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
    case .builtWithout(let place, let trait):
      "\(place) needs the trait \(trait), which this program was built without: swift build --traits default,\(trait)"
    case .chipKeyMissing(let place):
      "\(place): no key lies there: put it there with `mantlet keys keep-encryption`"
    case .chipKeyKept(let place):
      "\(place): a key lies there, and nothing else opens what it sealed; give --replace to put this one in its place"
    case .chipKeyUnusable(let place, let error): "\(place): the TPM's folder cannot be used: \(error)"
    }
  }

  /// What stands in a file is input; what stands on the command line or in the environment is usage.
  var isInput: Bool {
    switch self {
    case .unreadable, .malformed, .secretUnreadable, .chipKeyMissing, .chipKeyKept, .chipKeyUnusable: true
    case .wrong(_, let place, _): if case .file = place { true } else { false }
    case .missing, .clash, .builtWithout: false
    }
  }
}
