import Foundation

/// Lines for people go to standard error; standard output belongs to results.
enum StandardError {
  static func print(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
