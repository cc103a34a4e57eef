#if os(Linux) && Records && LinuxClient
  import Foundation
  import Mantlet
  import SecretStorage

  // The whole wipe of the façade on a folder, killed at random instants, and what judges it. Test support.
  //
  //   fill FOLDER              makes an installation and one person's life on it, then kills itself: logs stay open
  //   logOut FOLDER MICROS     opens the shield and logs out
  //   switchTo FOLDER MICROS   opens the shield as another person has just signed in
  //   start FOLDER             the start after kills; prints `whole` or `nothing`
  //   second FOLDER            makes a life and, with its shield open, has another process log out there
  //   notify FOLDER MICROS     switches notifications on and off until it is killed
  //   settle FOLDER            judges what that left at the server, and switches off; prints how many tokens it found
  //   kills FOLDER COUNT SEED  lets children wipe copies of one life and kills them COUNT times; prints a summary
  //
  // MICROS: the process kills itself so many microseconds after its start; 0: never, and it prints how many it took.
  // Exit 0: all as promised; 1: a promise broken, with its story on the standard error output.

  let words = Array(CommandLine.arguments.dropFirst())
  guard words.count >= 2 else { exit(64) }
  let clock = ContinuousClock()
  let start = clock.now
  do {
    if let delay = words.count == 3 ? Int(words[2]) : nil, delay > 0, words[0] != "kills" {
      DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { kill(getpid(), SIGKILL) }
    }
    switch (words[0], words.count) {
    case ("fill", 2):
      let shield = try await Life(folder: words[1]).live()
      withExtendedLifetime(shield) { _ = kill(getpid(), SIGKILL) }
    case ("logOut", 3):
      let shield = try await SoakPolicy.shield(in: words[1])
      // A start that finished the wipe has nobody left to log out.
      if try await !shield.secrets.names().isEmpty { try await shield.logOut() }
    case ("switchTo", 3):
      try await Life(folder: words[1]).signIn(Life.second)
      _ = try await SoakPolicy.shield(in: words[1])
    case ("start", 2):
      print(try await WipeKiller.start(words[1]).rawValue)
      exit(0)
    case ("second", 2):
      let shield = try await Life(folder: words[1]).live()
      let other = try WipeKiller(folder: words[1], seed: 0).child("logOut", words[1], "0")
      guard other.code == 1, try await shield.secrets.names().contains(Life.secret) else {
        throw Life.Broken(description: "two processes had a shield on one folder: \(other)")
      }
      print(other.output)
      exit(0)
    case ("notify", 3): try await ConsentLife(folder: words[1]).live()
    case ("settle", 2):
      print(try await ConsentLife(folder: words[1]).settle())
      exit(0)
    case ("kills", 4):
      try await WipeKiller(folder: words[1], seed: UInt64(words[3]) ?? 0).run(Int(words[2]) ?? 0)
      exit(0)
    default: exit(64)
    }
    print(Int(start.duration(to: clock.now) / .microseconds(1)))
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
  }
#else
  print("built without the traits Records and LinuxClient")
#endif
