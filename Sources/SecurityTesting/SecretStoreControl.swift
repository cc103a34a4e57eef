public import SecretStorage

/// How a conformance run turns the device under a store. A control that is nil does not exist there: the claims that
/// need it are reported as not applicable, by name.
public struct SecretStoreControl: Sendable {
  /// Does something to the device that this store stands on.
  public typealias Turn = @Sendable (any SecretStore) async throws -> Void

  /// The device locks, after it was unlocked once.
  public var lock: Turn?
  public var unlock: Turn?
  /// The device restarts and is not unlocked yet.
  public var restart: Turn?
  /// The medium has no room left for a single byte.
  public var fill: Turn?
  public var makeRoom: Turn?
  public var removePasscode: Turn?
  public var changeBiometry: Turn?
  /// Sets what the owner will do at the next prompt.
  public var prepareAnswer: (@Sendable (any SecretStore, InMemorySecretStore.PromptAnswer) async throws -> Void)?
  /// The store through which secrets that ask their owner are read; nil when every read may ask.
  public var asking: (@Sendable (any SecretStore) async throws -> any SecretStore)?
  /// A second store on the same medium, as another process would open it.
  public var reopen: (@Sendable (any SecretStore) async throws -> any SecretStore)?

  public init(
    lock: Turn? = nil, unlock: Turn? = nil, restart: Turn? = nil, fill: Turn? = nil, makeRoom: Turn? = nil,
    removePasscode: Turn? = nil, changeBiometry: Turn? = nil,
    prepareAnswer: (@Sendable (any SecretStore, InMemorySecretStore.PromptAnswer) async throws -> Void)? = nil,
    asking: (@Sendable (any SecretStore) async throws -> any SecretStore)? = nil,
    reopen: (@Sendable (any SecretStore) async throws -> any SecretStore)? = nil
  ) {
    self.lock = lock
    self.unlock = unlock
    self.restart = restart
    self.fill = fill
    self.makeRoom = makeRoom
    self.removePasscode = removePasscode
    self.changeBiometry = changeBiometry
    self.prepareAnswer = prepareAnswer
    self.asking = asking
    self.reopen = reopen
  }
}
