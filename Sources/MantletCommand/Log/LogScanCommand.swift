import ArgumentParser
import Foundation
import Redaction
import UntrustedInput

/// `mantlet log scan FILE|-`: where a log gives something away. It prints kinds and masked lines, never what it found.
struct LogScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Say where logs give away secrets or personal data, without repeating them.",
    discussion: """
      The rules are those that mask an app's own log. Exit codes: 0 none found, 1 found, 2 undetermined: a file cannot be \
      read, or is no text in UTF-8 or in UTF-16 with its mark; the others are judged all the same, and it is named. Columns \
      count bytes of UTF-8 from 1. Lines are read up to 1 MiB; longer ones are judged in pieces and named. Each line is \
      judged alone, but for PEM blocks, and for a quoted name with its colon, the key of a property list or an optional \
      value at the end of a line, which are judged with the next one. A value on any other line than its name is not found.
      """)

  @Argument(help: "Files, or - for standard input.") var files: [String]
  @Flag(help: "One JSON object per find, then one with the sums.") var json = false
  @Option(help: "Print at most so many finds; all are counted.") var limit = 1000

  func run() throws {
    var sums = LogScanSums()
    for file in files { scan(file, &sums) }
    tell(sums)
    // What nobody could look at is not clean, and what was found elsewhere says nothing of it.
    if !sums.undetermined.isEmpty { throw ExitStatus.undetermined }
    if !sums.counts.isEmpty { throw ExitStatus.fails }
  }

  private func scan(_ file: String, _ sums: inout LogScanSums) {
    let descriptor = file == "-" ? 0 : Self.open(file)
    guard descriptor >= 0 else { return doubt(file, "cannot be read", &sums) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: descriptor != 0)
    let decoder = LogDecoder { try handle.read(upToCount: $0) }
    var scan = LogScan()
    var lines = LogLines { try decoder.read($0) }
    do {
      while let line = try lines.next() {
        for find in scan.finds(in: line) {
          sums.counts[find.kind, default: 0] += 1
          guard sums.printed < limit else { continue }
          sums.printed += 1
          show(find, file)
        }
      }
      if let reason = decoder.doubt { doubt(file, reason, &sums) }
    } catch {
      doubt(file, "cannot be read to its end", &sums)
    }
    sums.lines += lines.count
    sums.longLines += lines.long
  }

  private func doubt(_ file: String, _ reason: String, _ sums: inout LogScanSums) {
    let name = file == "-" ? "standard input" : LogText.printable(file)
    sums.undetermined.append(name)
    StandardError.print("mantlet: \(name) \(reason)")
  }

  private func show(_ find: LogScan.Find, _ file: String) {
    if json {
      let place = files.count > 1 ? [JSONMember("file", .string(LogText.printable(file)))] : []
      StandardOutput.print(JSONNode(.object(place + (find.json.members ?? []))))
    } else {
      StandardOutput.print(files.count > 1 ? "\(LogText.printable(file)):\(find)" : "\(find)")
    }
  }

  private func tell(_ sums: LogScanSums) {
    StandardOutput.print(json ? JSONWriter().text(sums.json) : sums.description)
    guard !json else { return }
    let hidden = sums.finds - sums.printed
    if hidden > 0 { StandardError.print("mantlet: \(hidden) more were found and are not printed") }
    if sums.longLines > 0 {
      StandardError.print("mantlet: \(sums.longLines) lines are longer than 1 MiB and were judged in pieces")
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
