#if os(Linux)

  import AppIntegrity
  import CTracer
  import Foundation
  import Glibc
  import ProcSignals
  import SecurityPolicy

  // A process that checks itself, optionally after doing to itself what an attacker would do. Test support: each line
  // of output is one check as JSON.
  //
  //   check            one check
  //   serve            one check for every line of input
  //   busy             the same, while another thread allocates all the time
  //   traced ARG…      runs itself with ARG… under the tracer
  //   patch            writes one byte into libc's code, past the page protection
  //   library          writes one byte into the code of another library, libm
  //   restored         the same as patch, and then the old byte again
  //   unlock           makes a page of libc's code writable for a moment
  //   inject           maps executable memory without a file
  //   memfd            maps executable memory from a file in memory
  //   threads COUNT    starts as many more threads, and then checks as serve does
  //   own              writes one byte into its own code
  //   ports            in a network of its own (needs root): one port takes no more callers, another one listens
  //   moved            lays a changed copy of libm's code, in memory of no file, over it
  //   laid             lays a changed copy of libm's file, which PROBE_COPY names, over its code
  //   whole            the same over all of libm
  //   linked           whole, and makes the folder of the copy, which is gone, a link to libm's
  //   upgraded         whole, and then a new file comes to libm's name
  //   program          the same over all of the program, and one page of its own file elsewhere
  //   page             moves libm's data to memory of no file, and lays a changed page of a file in memory over its code
  //   pages            the same with all of its code
  //   between          lays a page of a copy of libm's file over one of libm that is no code, as code
  //   told             moved, and has the loader take libm for the kernel's image
  //   shifted          maps another page of libm over a page of its code
  //   forked           checks in silence, and has a child write one byte into libc's code, and the old one again, and check
  //   late             (as root it becomes another user) checks in silence, switches its dumpable flag off, writes one
  //                    byte into libc's code and the old one again, and checks
  //   early            the same without the check in silence
  //   other            (as root it becomes another user) opens its own memory, and ends
  //   copy             maps code of a file that PROBE_COPY names, and ends
  //   bare             checks in silence without input, output and errors, and then with them
  //   closed           checks in silence, closes all descriptors, opens others in their place, and checks
  //   twice            checks in silence, sends itself SIGUSR2, and checks again
  //
  // `light` as the last argument asks for checks of the light level. The variable PROBE_ALLOWED names the preloads that
  // are allowed, separated by colons.

  let level: CheckLevel = CommandLine.arguments.last == "light" ? .light : .full
  // A light check of less than all: what lies outside of its window must show all the same.
  let allowed = ProcessInfo.processInfo.environment["PROBE_ALLOWED"] ?? ""
  let source = ProcSignals(
    allowedPreloads: Set(allowed.split(separator: ":").map { String($0) }),
    ownCode: CodeWindow(bytes: level == .light ? 4096 : 1 << 40))

  func check(prints: Bool = true) {
    let clock = ContinuousClock()
    let start = clock.now
    guard
      let result = try? SecurityCheck(facts: source, sources: [source]).run(
        now: Date(timeIntervalSince1970: 0), level: level)
    else { exit(3) }
    if !prints { return }
    let duration = start.duration(to: clock.now)
    let record = ProbeRecord(
      result: result, milliseconds: duration / .milliseconds(1), kernel: source.system()?.patchLevel)
    guard let line = try? JSONEncoder().encode(record) else { exit(3) }
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  func address(_ name: String) -> UInt {
    guard let function = dlsym(nil, name) else { exit(4) }
    return UInt(bitPattern: function)
  }

  /// `/proc/self/mem` ignores page protection, as a debugger does.
  func write(_ byte: UInt8, at address: UInt) {
    let memory = open("/proc/self/mem", O_RDWR)
    var byte = byte
    guard memory >= 0, pwrite(memory, &byte, 1, off_t(address)) == 1 else { exit(4) }
    close(memory)
  }

  func byte(at address: UInt) -> UInt8 {
    UnsafePointer<UInt8>(bitPattern: address).map { $0.pointee } ?? 0
  }

  // Who has the loader start it is told so first.
  let arguments = Array(CommandLine.arguments.drop { $0.contains("/ld-linux-") })
  // Swift reads the arguments in /proc, which may be covered: PROBE_MODE goes before the first of them.
  let mode = ProcessInfo.processInfo.environment["PROBE_MODE"] ?? arguments.dropFirst().first
  let copyPath = ProcessInfo.processInfo.environment["PROBE_COPY"]
  switch mode {
  case "check":
    check()
  case "serve":
    while readLine() != nil { check() }
  case "busy":
    Thread.detachNewThread {
      while true {
        free(malloc(Int.random(in: 16...4096)))
        usleep(200)
      }
    }
    while readLine() != nil { check() }
  case "traced":
    var child: [UnsafeMutablePointer<CChar>?] = (["/proc/self/exe"] + arguments.dropFirst(2)).map { strdup($0) }
    child.append(nil)
    exit(mantlet_trace_command(child))
  case "patch":
    let target = address("ptsname")
    write(~byte(at: target), at: target)
    check()
  case "library":
    let target = address("y1f")
    write(~byte(at: target), at: target)
    check()
  case "restored":
    let target = address("ptsname")
    let old = byte(at: target)
    write(~old, at: target)
    write(old, at: target)
    check()
  case "unlock":
    let page = UnsafeMutableRawPointer(bitPattern: address("ptsname") & ~4095)
    guard mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0 else { exit(4) }
    page?.storeBytes(of: page?.load(as: UInt8.self) ?? 0, as: UInt8.self)
    guard mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0 else { exit(4) }
    check()
  case "inject":
    let memory = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard memory != MAP_FAILED else { exit(4) }
    check()
  case "memfd":
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = dlsym(nil, "memfd_create") else { exit(4) }
    let file = unsafeBitCast(symbol, to: Create.self)("library", 0)
    guard file >= 0, ftruncate(file, 4096) == 0,
      mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) != MAP_FAILED
    else { exit(4) }
    check()
  case "threads":
    for _ in 0..<(Int(arguments.dropFirst(2).first ?? "") ?? 1) {
      Thread.detachNewThread { while true { sleep(3600) } }
    }
    while readLine() != nil { check() }
  case "own":
    let target = ProbeRecord.unusedCode()
    write(~byte(at: target), at: target)
    check()
  case "ports":
    guard OwnNetwork.begin(), OwnNetwork.fill(27042), OwnNetwork.listen(27052) >= 0 else { exit(4) }
    check()
  case "stub":
    guard OwnNetwork.begin(), OwnNetwork.listen(1234) >= 0 else { exit(4) }
    check()
  case "moved":
    guard let code = MappedLibrary(at: address("y1f")).code, code.move(changing: address("y1f")) else { exit(4) }
    check()
  case "laid", "whole", "linked", "upgraded":
    let library = MappedLibrary(at: address("y1f"))
    let rows = mode == "laid" ? [library.code].compactMap { $0 } : library.rows
    guard let file = library.copy(to: copyPath, changing: address("y1f")),
      !rows.isEmpty, rows.allSatisfy({ $0.cover(with: file) })
    else { exit(4) }
    close(file)
    if mode == "linked" { guard let copyPath, library.lead(to: copyPath) else { exit(4) } }
    if mode == "upgraded" { guard library.renew() else { exit(4) } }
    check()
  case "program":
    let target = ProbeRecord.unusedCode()
    let program = MappedLibrary(at: target)
    let genuine = open("/proc/self/exe", O_RDONLY)
    // What was written into its data stays; nobody may call through it meanwhile.
    guard genuine >= 0, let file = program.copy(to: copyPath, changing: target), let code = program.code,
      program.data.allSatisfy({ $0.move(from: file) }), code.cover(with: file),
      mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, genuine, 0) != MAP_FAILED
    else { exit(4) }
    check()
  case "page", "pages":
    let library = MappedLibrary(at: address("y1f"))
    guard let file = library.copyInMemory(changing: address("y1f")), let code = library.code, !library.data.isEmpty,
      library.data.allSatisfy({ $0.move() }),
      mode == "pages" ? code.cover(with: file) : code.lay(file, at: address("y1f"))
    else { exit(4) }
    check()
  case "between":
    let library = MappedLibrary(at: address("y1f"))
    guard let file = library.copy(to: copyPath, changing: address("y1f")), let code = library.code,
      let constants = library.data.first(where: { $0.start > code.start }), constants.become(file)
    else { exit(4) }
    check()
  case "told":
    let library = MappedLibrary(at: address("y1f"))
    // AT_SYSINFO_EHDR.
    guard let code = library.code, let start = library.rows.first?.start, AuxiliaryVector.set(33, to: start),
      code.move(changing: address("y1f"))
    else { exit(4) }
    check()
  case "shifted":
    guard let code = MappedLibrary(at: address("y1f")).code, code.shift(at: address("y1f")) else { exit(4) }
    check()
  case "forked":
    check(prints: false)
    typealias Fork = @convention(c) () -> Int32
    guard let symbol = dlsym(nil, "fork") else { exit(4) }
    let child = unsafeBitCast(symbol, to: Fork.self)()
    guard child >= 0 else { exit(4) }
    if child > 0 {
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      exit(status == 0 ? 0 : 5)
    }
    let target = address("ptsname")
    let old = byte(at: target)
    write(~old, at: target)
    write(old, at: target)
    check()
  case "late", "early":
    guard Dumpable.becomeOther(), Dumpable.set(true) else { exit(4) }
    let target = address("ptsname")
    let memory = open("/proc/self/mem", O_RDWR)
    if mode == "late" { check(prints: false) }
    guard memory >= 0, Dumpable.set(false) else { exit(4) }
    let old = byte(at: target)
    for var next in [~old, old] { guard pwrite(memory, &next, 1, off_t(target)) == 1 else { exit(4) } }
    close(memory)
    check()
  case "other":
    guard Dumpable.becomeOther(), Dumpable.set(true), open("/proc/self/mem", O_RDWR) >= 0 else { exit(4) }
  case "copy":
    guard let file = MappedLibrary(at: address("y1f")).copy(to: copyPath, changing: address("y1f")),
      mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0) != MAP_FAILED
    else { exit(4) }
  case "bare":
    let standard = (Int32(0)..<3).map { fcntl($0, F_DUPFD, 10) }
    guard standard.allSatisfy({ $0 >= 10 }) else { exit(4) }
    for number in Int32(0)..<3 { close(number) }
    check(prints: false)
    guard (Int32(0)..<3).allSatisfy({ fcntl($0, F_GETFD) < 0 }) else { exit(5) }
    for number in Int32(0)..<3 { dup2(standard[Int(number)], number) }
    check()
  case "closed":
    check(prints: false)
    for number in Int32(3)..<64 { close(number) }
    let others = (0..<32).map { _ in open("/dev/null", O_RDONLY) }
    check()
    // A descriptor that is another's by now is not closed for it.
    guard others.allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else { exit(5) }
  case "twice":
    check(prints: false)
    // Who starts this from a thread that blocks signals hands that on.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    raise(SIGUSR2)
    check()
  default:
    exit(64)
  }

#endif
