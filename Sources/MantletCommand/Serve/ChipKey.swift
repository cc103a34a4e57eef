#if Server
  import Redaction
  import SecretStorage
  import UntrustedInput

  #if TPM && os(Linux)
    import Foundation
    import LinuxSecretFiles
    import SecurityPolicy
  #endif

  /// The key-encryption key in a folder of secret files whose root key this machine's TPM 2.0 seals: what `tpm:FOLDER`
  /// means where a key is asked for.
  ///
  /// Protects the keys in a database, and a copy of the folder, from whoever has no hold of this machine. Does not protect
  /// from root here, who may ask the TPM as well. Clearing the TPM ends the folder: keep the key itself in a safe place.
  struct ChipKey: Sendable {
    let folder: String
    /// How the TPM is reached, in the words of libtss2-tctildr; empty for the system's choice.
    let transport: String
    let place: SettingError.Place

    #if TPM && os(Linux)
      private static let name = SecretName(constant: "key-encryption-key")

      private func open() throws(SettingError) -> SecretFiles {
        do throws(StorageError) {
          return try SecretFiles(
            folder: folder, protection: .tpm(TPMBinding(transport: transport)), random: SystemRandomNumberGenerator())
        } catch {
          throw .chipKeyUnusable(place, error)
        }
      }

      /// - Throws: ``SettingError`` `chipKeyMissing`, `chipKeyUnusable`; nothing is made by reading.
      func read() async throws(SettingError) -> Secret {
        guard FileManager.default.fileExists(atPath: folder + "/root.key") else { throw .chipKeyMissing(place) }
        let files = try open()
        let found: Secret?
        do throws(StorageError) { found = try await files.read(Self.name) } catch {
          throw .chipKeyUnusable(place, error)
        }
        guard let found else { throw .chipKeyMissing(place) }
        return found
      }

      // O.Cryp_4#250
      /// - Parameter replacing: whether a key that lies there may go.
      /// - Throws: ``SettingError`` `chipKeyKept`, `chipKeyUnusable`.
      func keep(_ key: borrowing Secret, replacing: Bool) async throws(SettingError) {
        let files = try open()
        var isKept = false
        do throws(StorageError) {
          if !replacing, let _ = try await files.read(Self.name) { isKept = true }
        } catch {
          throw .chipKeyUnusable(place, error)
        }
        guard !isKept else { throw .chipKeyKept(place) }
        do throws(StorageError) {
          try await files.write(key, as: Self.name, access: AccessRequirement(.afterFirstUnlockThisDeviceOnly))
        } catch {
          throw .chipKeyUnusable(place, error)
        }
      }
    #else
      func read() async throws(SettingError) -> Secret { throw .builtWithout(place, trait: "TPM") }
      func keep(_ key: borrowing Secret, replacing: Bool) async throws(SettingError) {
        throw .builtWithout(place, trait: "TPM")
      }
    #endif
  }
#endif
