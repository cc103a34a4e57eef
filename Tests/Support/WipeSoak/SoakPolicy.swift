#if os(Linux) && Records && LinuxClient
  import DataLifecycle
  import Mantlet
  import SecurityPolicy
  import SecurityTesting

  /// The shield as an app on Linux opens it, under a policy that nobody enforces over the network here.
  enum SoakPolicy {
    /// What the app itself gives the wipe to take: a tree with a key file.
    static let ownFolder = "documents"

    static func shield(in folder: String) async throws -> Shield {
      let own = FolderWipe(
        name: WipeTargetName(constant: "documents"), kind: .appGroupContainers, folder: folder + "/" + ownFolder,
        keyFiles: ["key"])
      // On disk, so that each of the façade's keys for caches and files seals something.
      let policy = try await OfflinePolicy(name: "soak") { policy in
        try? policy.storage.places.choose(.diskCache, for: .apiResponse)
        policy.logging.file = LogFileRequirement(name: "diagnostics", bytes: 64 << 10)
      }
      return try await Shield.linux(
        policy: DevicePolicy(verifying: policy.compact, signedBy: policy.signer),
        app: AppIdentity(identifier: "org.example", version: "1"), folder: folder, wipeTargets: [own])
    }
  }
#endif
