import ArgumentParser
import Foundation
import Redaction
import UntrustedInput

/// `mantlet log scan FILE|-`: where a log gives something away. It prints kinds and masked lines, never what it found.
struct LogScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Say where a log gives away secrets or personal data, without repeating them.",
    discussion: """
      The rules are those that mask an app's own log. Exit codes: 0 none found, 1 found, 65 unreadable. Columns count \
      bytes from 1. Lines are read up to 1 MiB; longer ones are judged in pieces and named. Each line is judged alone, \
      PEM blocks aside: a value on the line below its name is not found.
      """)

  @Argument(help: "A file, or - for standard input.") var file: String
  @Flag(help: "One JSON object per find, then one with the sums.") var json = false
  @Option(help: "Print at most so many finds; all are counted.") var limit = 1000

  func run() throws {
    let descriptor = file == "-" ? 0 : Self.open(file)
    guard descriptor >= 0 else { throw ExitStatus.stop("cannot read \(file)", ExitStatus.unreadable) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: descriptor != 0)
    var scan = LogScan()
    var counts: [MaskedKind: Int] = [:]
    var printed = 0
    var lines = LogLines { try handle.read(upToCount: $0) }
    do {
      while let line = try lines.next() {
        for find in scan.finds(in: line) {
          counts[find.kind, default: 0] += 1
          guard printed < limit else { continue }
          printed += 1
          if json { StandardOutput.print(find.json) } else { StandardOutput.print("\(find)") }
        }
      }
    } catch {
      throw ExitStatus.stop("cannot read \(file) to its end", ExitStatus.unreadable)
    }
    tell(counts, lines, printed)
    if !counts.isEmpty { throw ExitStatus.fails }
  }

  private func tell(_ counts: [MaskedKind: Int], _ lines: borrowing LogLines, _ printed: Int) {
    let total = counts.values.reduce(0, +)
    let sums = counts.sorted { $0.key.rawValue < $1.key.rawValue }
    if json {
      let kinds = sums.map { JSONMember($0.key.rawValue, .integer(Int64($0.value))) }
      StandardOutput.print([
        "lines": .integer(Int64(lines.count)), "longLines": .integer(Int64(lines.long)),
        "finds": .integer(Int64(total)), "kinds": JSONNode(.object(kinds)),
      ])
      return
    }
    let list = sums.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
    StandardOutput.print(
      total == 0 ? "\(lines.count) lines: nothing found" : "\(lines.count) lines: \(total) found (\(list))")
    if printed < total { StandardError.print("mantlet: \(total - printed) more were found and are not printed") }
    if lines.long > 0 {
      StandardError.print("mantlet: \(lines.long) lines are longer than 1 MiB and were judged in pieces")
    }
  }

  /// A pipe may stand here: whoever names one waits for it.
  private static func open(_ path: String) -> Int32 {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let handle = FileHandle(forReadingAtPath: path)
    else { return -1 }
    return dup(handle.fileDescriptor)
  }
}
