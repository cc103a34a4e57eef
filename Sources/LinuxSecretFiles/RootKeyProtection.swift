#if os(Linux) || os(Android)
  public import Redaction

  /// What keeps the root keys of a folder from whoever copies it.
  ///
  /// The root keys rest in `root.key`, sealed under a wrapping key; the protection decides where the wrapping key is.
  /// Changing the protection, `SecretFiles.changeProtection(to:)`, seals the same root keys anew: a copy of the older
  /// file still opens the older way until `SecretFiles.rotateRootKey()` has made those root keys useless.
  ///
  /// Source: BSI TR-03161-1 O.Cryp_4, O.Data_2; MASVS-STORAGE-1.
  public struct RootKeyProtection: Sendable {
    /// Lets a value that may be copied share a secret that may not.
    final class Held: Sendable {
      let secret: Secret
      init(_ secret: consuming Secret) { self.secret = secret }
    }

    enum Kind: Sendable {
      case keyFile
      case passphrase(Held, PassphraseCost)
      #if os(Linux)
        case cached(KernelKeyring)
      #endif
      #if TPM && os(Linux)
        case tpm(TPMBinding)
      #endif
    }

    let kind: Kind

    /// The wrapping key lies beside the data: protects against other users, not against a copy of the folder.
    public static let keyFile = RootKeyProtection(kind: .keyFile)

    /// The wrapping key is derived from a passphrase by scrypt: a copy of the folder is worth as much as the
    /// passphrase. The parameters are recorded, so the cost matters only when the file is written. An empty one is
    /// refused with `StorageError.passphraseEmpty` when a store is made or its protection changed.
    public static func passphrase(
      _ passphrase: consuming Secret, cost: PassphraseCost = .standard
    ) -> RootKeyProtection {
      RootKeyProtection(kind: .passphrase(Held(passphrase), cost))
    }

    #if os(Linux)
      /// The wrapping key that `SecretFiles.keepUnlocked(in:)` left in the kernel's keyring. When it is not there any
      /// more, opening throws `StorageError.interactionNotAllowed`: ask for the passphrase and open with it.
      public static func cached(_ keyring: KernelKeyring) -> RootKeyProtection {
        RootKeyProtection(kind: .cached(keyring))
      }
    #endif

    #if TPM && os(Linux)
      /// The wrapping key is sealed by this device's TPM 2.0: a copy of the folder is worth nothing elsewhere.
      public static func tpm(_ binding: TPMBinding) -> RootKeyProtection {
        RootKeyProtection(kind: .tpm(binding))
      }
    #endif
  }
#endif
