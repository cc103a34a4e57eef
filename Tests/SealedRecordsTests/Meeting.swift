/// Lets nobody on before a number of them have come.
actor Meeting {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) { missing = count }

  func come() async {
    missing -= 1
    if missing <= 0 {
      for waiter in waiting { waiter.resume() }
      waiting = []
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }
}
