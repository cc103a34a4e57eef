import ArgumentParser
import PlatformNetwork
import SecurityPolicy

extension AppleNetworkFile.PinnedPart: ExpressibleByArgument {}

/// `mantlet network ios`: App Transport Security with pinned domains.
struct NetworkIOSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ios", abstract: "Write or check NSAppTransportSecurity with NSPinnedDomains.",
    discussion: """
      The key belongs into the app's Info.plist. Web views pass over pins, names two labels below a host are not \
      pinned, and the pins change with the app only: the app's own transport has none of these limits.
      """)

  @OptionGroup var options: PlatformOptions
  @Option(
    help: """
      Whose keys the pins are, those of the policy's hosts or without a policy those of every host: leaf or authority \
      (default: written as leaf, with a remark).
      """)
  var pinning: AppleNetworkFile.PinnedPart?

  func run() throws {
    let policy = try options.readPolicy()
    if let path = options.check {
      let file: AppleNetworkFile
      let bytes = try GivenFile.read(path, limit: 4 << 20)
      do { file = try AppleNetworkFile(reading: bytes) } catch {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
      let differences =
        try policy.map { file.compared(with: try options.plan($0), pinning: pinning) }
        ?? pinning.map { file.compared(with: $0) } ?? []
      return try PlatformFindings.tell(file.findings + differences, about: path, asJSON: options.json)
    }
    guard let policy else { return }
    let written = AppleNetworkFile.written(from: try options.plan(policy), pinning: pinning)
    try options.deliver([written.file], written.findings)
  }
}
