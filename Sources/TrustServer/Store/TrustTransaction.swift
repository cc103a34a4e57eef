#if Server
  import TrustWire

  /// One transaction's view of the stored rows: all of it is kept, or nothing. Valid inside the transaction only.
  public typealias TrustTransaction = ChallengeRows & DeviceRows & SessionRows & AccountRows & RecordRows & AnchorRows
    & SigningKeyRows & AttestedKeyRows & ReportRows & BlockRows & PinFailureRows & ClockRows
#endif
