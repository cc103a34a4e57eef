/// Lines for people go to standard error; standard output belongs to results.
enum StandardError {
  static func print(_ line: String) { Descriptor.write(line + "\n", to: 2) }
}
