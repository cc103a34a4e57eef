#if Server
  /// What a refresh led to.
  struct Renewal: Sendable {
    enum Course: Sendable {
      case renewed
      /// The same successor was given out again: the answer before was lost, or callers raced.
      case recovered
      /// The store had lost the refresh that gave out this token.
      case reclaimed
    }

    let session: SessionRow
    let course: Course
    /// App sessions of the same device that were over by it.
    let ended: [String]
  }
#endif
