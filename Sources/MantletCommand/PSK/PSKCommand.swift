import ArgumentParser

/// `mantlet psk`: the key that the members of a mission share.
struct PSKCommand: AsyncParsableCommand {
  #if os(Linux)
    private static let parts: [any ParsableCommand.Type] = [
      PSKNewCommand.self, PSKShowCommand.self, PSKInspectCommand.self, PSKImportCommand.self, PSKRotateCommand.self,
      PSKWipeCommand.self, PSKDeviceCommand.self, PSKPackageCommand.self,
    ]
  #else
    private static let parts: [any ParsableCommand.Type] = []
  #endif

  static let configuration = CommandConfiguration(
    commandName: "psk", abstract: "Make, show, check, change and wipe the key of a mesh mission.",
    discussion: """
      The key rests in a folder of sealed files (--store, MANTLET_MESH, else .mantlet-mesh) that only this user reads. \
      Whoever holds it is a member: reads all, and sends under any name that is not signed for. After a loss give the \
      others a new key by hand; a rotation over the mesh reaches the lost device as well. A mission whose key names an \
      authority obeys that device over the mesh: see `new --authority` and `mantlet mesh run --control`.
      """,
    subcommands: parts)
}
