#if TPM && os(Linux)
  import Redaction
  public import SecretStorage

  /// Which TPM 2.0 seals the wrapping key, and under which conditions it opens it.
  ///
  /// The wrapping key becomes a sealed data object under a primary key that the TPM derives from its owner seed and a
  /// fixed template, so nothing has to be kept in the TPM. What crosses the bus is encrypted in a session salted with
  /// the primary key.
  ///
  /// - Protects against: whoever takes the disk or a copy of the folder; with registers also against another boot
  ///   chain, with an authorisation value also against this machine's other users.
  /// - Does not protect against: root on the running device, who can ask the TPM as well; a chip in the middle of the
  ///   bus that answers in the TPM's place.
  ///
  /// A store opens only with the conditions that it was made with, the same registers and an authorisation or none;
  /// otherwise opening throws `StorageError.rootKeyProtectedOtherwise`.
  ///
  /// After `tpm2_clear` of the owner hierarchy the store cannot be opened any more.
  /// Source: TPM 2.0 Library part 1 section 27 and part 3 section 12; TCG EK Credential Profile (template shape).
  public struct TPMBinding: Sendable {
    let transport: String
    let authorisation: RootKeyProtection.Held?
    let registers: [Int]

    /// - Parameters:
    ///   - transport: how the TPM is reached, in the words of libtss2-tctildr: `device:/dev/tpmrm0`, `swtpm:path=…`;
    ///     empty for the system's choice.
    ///   - authorisation: up to 32 bytes that the TPM asks for, and counts wrong answers of (dictionary attack lockout).
    ///   - registers: PCRs of the SHA-256 bank, 0 to 23, whose present values the object is bound to.
    /// - Throws: `StorageError.tooLarge` for a longer authorisation, `.hardwareUnavailable(0)` for a register that no
    ///   TPM has.
    public init(
      transport: String, authorisation: consuming Secret? = nil, registers: [Int] = []
    ) throws(StorageError) {
      guard registers.allSatisfy({ (0..<24).contains($0) }) else { throw .hardwareUnavailable(0) }
      self.transport = transport
      self.registers = registers
      guard let secret = authorisation else {
        self.authorisation = nil
        return
      }
      guard (1...32).contains(secret.count) else { throw .tooLarge(limit: 32) }
      self.authorisation = RootKeyProtection.Held(secret)
    }

    func seal(_ key: borrowing Secret) throws(StorageError) -> RootKeyFile.SealedObject {
      let chip = try TPMConnection(transport)
      return try chip.seal(key, authorisation: authorisation, registers: registers)
    }

    /// Whether the object was sealed under the conditions that this binding names. Otherwise a weaker object in the
    /// file's place would be taken for ours, and without the value the TPM would count a wrong answer.
    func asks(as object: RootKeyFile.SealedObject) -> Bool {
      object.needsAuthorisation == (authorisation != nil)
        && object.registers == registers.reduce(0) { $0 | 1 << UInt32($1) }
    }

    func unseal(_ object: RootKeyFile.SealedObject) throws(StorageError) -> Secret {
      let chip = try TPMConnection(transport)
      return try chip.unseal(object, authorisation: authorisation)
    }
  }
#endif
