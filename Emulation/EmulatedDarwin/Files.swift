public typealias mode_t = UInt16

/// Of the many fields the one that is asked for.
public struct stat {
  public var st_mode: mode_t = 0
  public init() {}
}

/// The number of the last failure on this phone; at Apple it belongs to the thread.
public var errno: Int32 { EmulatedPhone.current.with { $0.error } }

/// Follows lstat(2): a link is not followed, a path with a slash at its end would be.
public func lstat(_ path: UnsafePointer<CChar>, _ info: UnsafeMutablePointer<stat>) -> Int32 {
  let (phone, path) = (EmulatedPhone.current, String(cString: path))
  guard path.first == "/", path.last != "/" else { return phone.fail(path.isEmpty ? ENOENT : ENOTDIR) }
  let place = resolved(path)
  let answer: (mode: mode_t?, error: Int32) = phone.with { kept in
    if let refusal = refusal(of: place, kept.state) { return (nil, refusal) }
    if kept.state.links.contains(place) { return (S_IFLNK | 0o755, 0) }
    return kept.state.files.contains(place) ? (0o100644, 0) : (nil, ENOENT)
  }
  guard let mode = answer.mode else { return phone.fail(answer.error) }
  info.pointee.st_mode = mode
  return 0
}

/// Follows open(2) for one purpose: making a new file.
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  let (phone, path) = (EmulatedPhone.current, resolved(String(cString: path)))
  let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  let answer: (descriptor: Int32, error: Int32) = phone.with { kept in
    guard kept.state.writable.contains(folder.isEmpty ? "/" : folder) else { return (-1, kept.state.writeRefusal) }
    kept.state.files.insert(path)
    kept.made.append(path)
    kept.nextDescriptor += 1
    kept.descriptors[kept.nextDescriptor] = 0
    return (kept.nextDescriptor, 0)
  }
  return answer.descriptor >= 0 ? answer.descriptor : phone.fail(answer.error)
}

@discardableResult
public func close(_ descriptor: Int32) -> Int32 {
  EmulatedPhone.current.with { $0.descriptors.removeValue(forKey: descriptor) == nil ? -1 : 0 }
}

@discardableResult
public func unlink(_ path: UnsafePointer<CChar>) -> Int32 {
  let path = resolved(String(cString: path))
  return EmulatedPhone.current.with { $0.state.files.remove(path) == nil ? -1 : 0 }
}

public func getenv(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
  let (phone, name) = (EmulatedPhone.current, String(cString: name))
  return phone.text(phone.with { $0.state.environment[name] })
}

private func resolved(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

private func refusal(of path: String, _ state: EmulatedPhone.State) -> Int32? {
  state.refused.first { path == $0.key || path.hasPrefix($0.key + "/") }?.value
}
