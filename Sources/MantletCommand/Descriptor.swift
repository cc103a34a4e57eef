#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads and writes that a signal does not cut short.
enum Descriptor {
  /// The next bytes, none at the end, nil where the system refuses. Foundation's `availableData` ends the process when a
  /// signal comes.
  static func read(_ descriptor: Int32, upTo count: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = retried { systemRead(descriptor, UnsafeMutableRawBufferPointer(buffer)) }
      failed = got < 0
      filled = max(0, got)
    }
    return failed ? nil : bytes
  }

  private static func retried(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Writes the whole line. A reader that went away ends this process quietly, as it does with other commands; a full
  /// disk ends it with 70.
  static func write(_ line: String, to descriptor: Int32) {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = retried { rest.withUnsafeBytes { systemWrite(descriptor, $0) } }
      guard count < 0 else {
        rest = rest.dropFirst(count)
        continue
      }
      if descriptor == 2 { return }
      _exit(errno == EPIPE ? 0 : 70)
    }
  }

  private static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.read(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
