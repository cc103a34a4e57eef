#if TPM && os(Linux)
  import CTSS2
  import Glibc
  import Redaction
  import SecretStorage

  /// One conversation with a TPM; everything that it loaded is flushed at the end.
  final class TPMConnection {
    private var transport: OpaquePointer?
    private var context: OpaquePointer?
    private var loaded: [ESYS_TR] = []

    /// - Throws: `StorageError.hardwareUnavailable` with the code of libtss2.
    init(_ configuration: String) throws(StorageError) {
      // The library would print to the standard error output what is our caller's matter.
      setenv("TSS2_LOG", "all+none", 0)
      try Self.check(Tss2_TctiLdr_Initialize(configuration.isEmpty ? nil : configuration, &transport))
      try Self.check(Esys_Initialize(&context, transport, nil))
    }

    deinit {
      for handle in loaded.reversed() { _ = Esys_FlushContext(context, handle) }
      Esys_Finalize(&context)
      Tss2_TctiLdr_Finalize(&transport)
    }

    func seal(
      _ key: borrowing Secret, authorisation: RootKeyProtection.Held?, registers: [Int]
    ) throws(StorageError) -> RootKeyFile.SealedObject {
      let primary = try primary()
      let session = try session(salt: primary, type: TPM2_SE(TPM2_SE_HMAC))
      var sensitive = TPM2B_SENSITIVE_CREATE()
      // The library copies it into its own buffers, which it does not wipe.
      defer { withUnsafeMutableBytes(of: &sensitive) { $0.wipe() } }
      key.withExposedBytes { bytes in
        sensitive.sensitive.data.size = UInt16(bytes.count)
        withUnsafeMutableBytes(of: &sensitive.sensitive.data.buffer) { $0.copyMemory(from: bytes) }
      }
      authorisation?.secret.withExposedBytes { bytes in
        sensitive.sensitive.userAuth.size = UInt16(bytes.count)
        withUnsafeMutableBytes(of: &sensitive.sensitive.userAuth.buffer) { $0.copyMemory(from: bytes) }
      }
      var template = TPM2B_PUBLIC()
      template.publicArea.type = TPM2_ALG_ID(TPM2_ALG_KEYEDHASH)
      template.publicArea.nameAlg = TPM2_ALG_ID(TPM2_ALG_SHA256)
      var attributes = TPMA_OBJECT(TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT)
      // With nothing to guess there is nothing to lock out.
      if authorisation == nil { attributes |= TPMA_OBJECT(TPMA_OBJECT_NODA) }
      if registers.isEmpty {
        attributes |= TPMA_OBJECT(TPMA_OBJECT_USERWITHAUTH)
      } else {
        let digest = try policyDigest(registers, withAuthorisation: authorisation != nil)
        template.publicArea.authPolicy = digest
      }
      template.publicArea.objectAttributes = attributes
      template.publicArea.parameters.keyedHashDetail.scheme.scheme = TPM2_ALG_ID(TPM2_ALG_NULL)
      var (noData, noRegisters) = (TPM2B_DATA(), TPML_PCR_SELECTION())
      var privatePart: UnsafeMutablePointer<TPM2B_PRIVATE>?
      var publicPart: UnsafeMutablePointer<TPM2B_PUBLIC>?
      try Self.check(
        Esys_Create(
          context, primary, ESYS_TR_PASSWORD, session, ESYS_TR_NONE, &sensitive, &template, &noData, &noRegisters,
          &privatePart, &publicPart, nil, nil, nil))
      defer {
        Esys_Free(privatePart)
        Esys_Free(publicPart)
      }
      guard let privatePart, let publicPart else { throw .hardwareUnavailable(0) }
      return RootKeyFile.SealedObject(
        needsAuthorisation: authorisation != nil, registers: registers.reduce(0) { $0 | 1 << UInt32($1) },
        publicPart: try Self.marshalled { Tss2_MU_TPM2B_PUBLIC_Marshal(publicPart, $0, $1, $2) },
        privatePart: try Self.marshalled { Tss2_MU_TPM2B_PRIVATE_Marshal(privatePart, $0, $1, $2) })
    }

    func unseal(
      _ object: RootKeyFile.SealedObject, authorisation: RootKeyProtection.Held?
    ) throws(StorageError) -> Secret {
      var (publicPart, privatePart) = (TPM2B_PUBLIC(), TPM2B_PRIVATE())
      var (publicEnd, privateEnd) = (0, 0)
      guard
        Tss2_MU_TPM2B_PUBLIC_Unmarshal(object.publicPart, object.publicPart.count, &publicEnd, &publicPart) == 0,
        Tss2_MU_TPM2B_PRIVATE_Unmarshal(object.privatePart, object.privatePart.count, &privateEnd, &privatePart) == 0
      else { throw .rootKeyDamaged }
      let primary = try primary()
      var handle = ESYS_TR(ESYS_TR_NONE)
      // Another TPM, or this one after its owner seed was changed, refuses to load what it did not make.
      try Self.check(
        Esys_Load(
          context, primary, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &privatePart, &publicPart, &handle))
      loaded.append(handle)
      if let authorisation, object.needsAuthorisation {
        var value = TPM2B_AUTH()
        defer { withUnsafeMutableBytes(of: &value) { $0.wipe() } }
        authorisation.secret.withExposedBytes { bytes in
          value.size = UInt16(bytes.count)
          withUnsafeMutableBytes(of: &value.buffer) { $0.copyMemory(from: bytes) }
        }
        try Self.check(Esys_TR_SetAuth(context, handle, &value))
      }
      let registers = (0..<24).filter { object.registers & 1 << UInt32($0) != 0 }
      let session = try session(salt: primary, type: TPM2_SE(registers.isEmpty ? TPM2_SE_HMAC : TPM2_SE_POLICY))
      if !registers.isEmpty { try apply(registers, withAuthorisation: object.needsAuthorisation, to: session) }
      var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
      try Self.check(Esys_Unseal(context, handle, session, ESYS_TR_NONE, ESYS_TR_NONE, &data))
      guard let data else { throw .hardwareUnavailable(0) }
      defer {
        UnsafeMutableRawBufferPointer(start: data, count: MemoryLayout<TPM2B_SENSITIVE_DATA>.size).wipe()
        Esys_Free(data)
      }
      return withUnsafeBytes(of: &data.pointee.buffer) { buffer in
        let count = min(Int(data.pointee.size), buffer.count)
        return Secret(count: count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      }
    }

    /// A storage key of the curve P-256 in the owner hierarchy. The same template gives the same key every time.
    private func primary() throws(StorageError) -> ESYS_TR {
      var template = TPM2B_PUBLIC()
      template.publicArea.type = TPM2_ALG_ID(TPM2_ALG_ECC)
      template.publicArea.nameAlg = TPM2_ALG_ID(TPM2_ALG_SHA256)
      template.publicArea.objectAttributes = TPMA_OBJECT(
        TPMA_OBJECT_FIXEDTPM | TPMA_OBJECT_FIXEDPARENT | TPMA_OBJECT_SENSITIVEDATAORIGIN | TPMA_OBJECT_USERWITHAUTH
          | TPMA_OBJECT_NODA | TPMA_OBJECT_RESTRICTED | TPMA_OBJECT_DECRYPT)
      template.publicArea.parameters.eccDetail.symmetric.algorithm = TPM2_ALG_ID(TPM2_ALG_AES)
      template.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
      template.publicArea.parameters.eccDetail.symmetric.mode.aes = TPM2_ALG_ID(TPM2_ALG_CFB)
      template.publicArea.parameters.eccDetail.scheme.scheme = TPM2_ALG_ID(TPM2_ALG_NULL)
      template.publicArea.parameters.eccDetail.curveID = TPM2_ECC_CURVE(TPM2_ECC_NIST_P256)
      template.publicArea.parameters.eccDetail.kdf.scheme = TPM2_ALG_ID(TPM2_ALG_NULL)
      var (sensitive, noData, noRegisters) = (TPM2B_SENSITIVE_CREATE(), TPM2B_DATA(), TPML_PCR_SELECTION())
      var handle = ESYS_TR(ESYS_TR_NONE)
      try Self.check(
        Esys_CreatePrimary(
          context, ESYS_TR(ESYS_TR_RH_OWNER), ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template,
          &noData, &noRegisters, &handle, nil, nil, nil, nil))
      loaded.append(handle)
      return handle
    }

    /// A session that encrypts parameters both ways.
    private func session(salt primary: ESYS_TR, type: TPM2_SE) throws(StorageError) -> ESYS_TR {
      var symmetric = TPMT_SYM_DEF()
      symmetric.algorithm = TPM2_ALG_ID(TPM2_ALG_AES)
      symmetric.keyBits.aes = 128
      symmetric.mode.aes = TPM2_ALG_ID(TPM2_ALG_CFB)
      var handle = ESYS_TR(ESYS_TR_NONE)
      try Self.check(
        Esys_StartAuthSession(
          context, primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, nil, type, &symmetric,
          TPMI_ALG_HASH(TPM2_ALG_SHA256), &handle))
      loaded.append(handle)
      let flags = TPMA_SESSION(TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT | TPMA_SESSION_CONTINUESESSION)
      try Self.check(Esys_TRSess_SetAttributes(context, handle, flags, 0xFF))
      return handle
    }

    private func policyDigest(
      _ registers: [Int], withAuthorisation: Bool
    ) throws(StorageError) -> TPM2B_DIGEST {
      let trial = try session(salt: ESYS_TR(ESYS_TR_NONE), type: TPM2_SE(TPM2_SE_TRIAL))
      try apply(registers, withAuthorisation: withAuthorisation, to: trial)
      var digest: UnsafeMutablePointer<TPM2B_DIGEST>?
      try Self.check(Esys_PolicyGetDigest(context, trial, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &digest))
      defer { Esys_Free(digest) }
      guard let digest else { throw .hardwareUnavailable(0) }
      return digest.pointee
    }

    private func apply(
      _ registers: [Int], withAuthorisation: Bool, to session: ESYS_TR
    ) throws(StorageError) {
      var selection = TPML_PCR_SELECTION()
      selection.count = 1
      selection.pcrSelections.0.hash = TPM2_ALG_ID(TPM2_ALG_SHA256)
      selection.pcrSelections.0.sizeofSelect = 3
      withUnsafeMutableBytes(of: &selection.pcrSelections.0.pcrSelect) { bytes in
        for register in registers { bytes[register / 8] |= 1 << UInt8(register % 8) }
      }
      // Without a digest of ours the TPM takes its own present values.
      var present = TPM2B_DIGEST()
      try Self.check(
        Esys_PolicyPCR(context, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &present, &selection))
      if withAuthorisation {
        try Self.check(Esys_PolicyAuthValue(context, session, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE))
      }
    }

    private static func marshalled(
      _ body: (UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>) -> TSS2_RC
    ) throws(StorageError) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 1024)
      var end = 0
      let code = bytes.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count, &end) }
      try check(code)
      return Array(bytes.prefix(end))
    }

    /// Names what a caller can act on; a number for the rest.
    private static func check(_ code: TSS2_RC) throws(StorageError) {
      guard code != 0 else { return }
      // A format-one code (bit 7) carries its number in the low six bits; above them stands which handle or session
      // it speaks of, and from bit 16 which layer speaks: 0 is the TPM. TPM_RC_AUTH_FAIL is 0x08E, TPM_RC_BAD_AUTH
      // 0x0A2 (TPM 2.0 Library part 2 section 6.6.3).
      switch code & 0xFF_00BF {
      case 0x8E, 0xA2: throw .authenticationFailed(Int32(bitPattern: code))
      default: throw .hardwareUnavailable(code)
      }
    }
  }

  extension UnsafeMutableRawBufferPointer {
    fileprivate func wipe() {
      if let baseAddress { explicit_bzero(baseAddress, count) }
    }
  }
#endif
