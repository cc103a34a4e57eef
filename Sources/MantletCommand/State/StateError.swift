/// Why the state directory cannot be used. Every message names the file and what to do; nothing was overwritten.
enum StateError: Error, Equatable, CustomStringConvertible {
  case unreadable(path: String, errno: Int32)
  case unwritable(path: String, errno: Int32)
  case notOurs(path: String)
  case incomplete(path: String)
  case changed(path: String)
  case newer(path: String)
  case older(path: String)
  case exposed(path: String)
  case foreign(path: String)
  case inUse(path: String)
  case couldNotMake(String)

  var description: String {
    switch self {
    case .unreadable(let path, let code): "cannot read \(path) (errno \(code)); nothing was changed"
    case .unwritable(let path, let code):
      "cannot write \(path) (errno \(code)); the state that was there is intact"
    case .notOurs(let path):
      "\(path) exists and is no state directory (it has no state.json); name another with --state, or move it away"
    case .incomplete(let path):
      "\(path) is missing or half-written; restore it, or start over with --fresh (which replaces all keys)"
    case .changed(let path):
      "\(path) is not the file that was written here; restore it, or start over with --fresh (which replaces all keys)"
    case .newer(let path): "\(path) was written by a newer version of mantlet; update, or name another --state"
    case .older(let path):
      "\(path) was written by an older mantlet, whose login key is of another kind; start over with `mantlet up --fresh` "
        + "(which replaces all keys), or name another --state"
    case .exposed(let path): "\(path) can be read by others; make it private (chmod go-rwx) and look who read it"
    case .foreign(let path): "\(path) belongs to another user; name another --state"
    case .inUse(let path): "another mantlet runs on \(path); stop it, or name another --state"
    case .couldNotMake(let what): "could not make \(what)"
    }
  }
}
