#if canImport(Security)
  import AppleKeychain
  import Crypto
  import NetworkTrust
  import SecretStorage
  import SecurityPolicy

  /// Keys of the client's identity in the Secure Enclave: P-256, and nobody is asked for a signature.
  ///
  /// - Protects against: copying the key from the device, also by code inside the app.
  /// - Does not protect against: code inside the running app that signs with it.
  package struct EnclaveClientKeys: ClientKeySource {
    private let place: KeychainPlace
    private let access: AccessRequirement

    package init(place: KeychainPlace, access: AccessRequirement) {
      self.place = place
      self.access = access
    }

    private struct Signer: ClientSigner {
      let key: EnclaveKey
      let publicKey: [UInt8]

      func signature(
        over message: [UInt8], using algorithm: ClientSignatureAlgorithm
      ) async throws(IdentityError) -> [UInt8] {
        guard algorithm == .ecdsaSHA256 else { throw .unsupported(.signature) }
        do throws(EnclaveError) {
          return Array(try await key.sign(message).derRepresentation)
        } catch {
          throw IdentityError(error)
        }
      }
    }

    package func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner {
      let key = enclaveKey(slot)
      do throws(EnclaveError) {
        try await key.delete()
        try await key.create()
        return try await signer(key)
      } catch {
        throw IdentityError(error)
      }
    }

    package func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)? {
      do throws(EnclaveError) { return try await signer(enclaveKey(slot)) } catch .missing { return nil } catch {
        throw IdentityError(error)
      }
    }

    package func removeKey(in slot: ClientKeySlot) async throws(IdentityError) {
      do throws(EnclaveError) { try await enclaveKey(slot).delete() } catch { throw IdentityError(error) }
    }

    private func signer(_ key: EnclaveKey) async throws(EnclaveError) -> Signer {
      Signer(key: key, publicKey: Array(try await key.publicKey().derRepresentation))
    }

    private func enclaveKey(_ slot: ClientKeySlot) -> EnclaveKey {
      let name =
        switch slot {
        case .a: SecretName(constant: "client-key.a")
        case .b: SecretName(constant: "client-key.b")
        }
      // It never leaves the device, whatever the policy says.
      return EnclaveKey(name, in: place, access: access.within(StorageRequirement()))
    }
  }

  extension IdentityError {
    fileprivate init(_ error: EnclaveError) {
      self =
        switch error {
        case .missing: .keyGone
        case .storage(let error): IdentityError(error)
        case .noSecureEnclave(let code): .storeUnavailable(code)
        default: .signingFailed(0)
        }
    }
  }
#endif
