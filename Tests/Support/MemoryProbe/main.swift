#if os(Linux)

  import Glibc

  // Looks for secrets in its own memory. Test support; run it through `Scripts/sanitize memory`.
  //
  //   MemoryProbe            every case: one line each; exit 1 when a count is not as expected
  //   MemoryProbe hidden     a leak that nobody expects: must exit 1
  //   MemoryProbe lazy       every case without immediate binding, for information: exit 0
  //
  // When glibc binds a function at its first call it saves the vector registers on the stack, with whatever bytes the
  // last copy or comparison left in them. A program is free of this when it is linked with `-z now` or run with
  // LD_BIND_NOW=1; this one starts itself anew with it.
  //
  // Exit 2: the memory could not be read, or a case did not run; nothing is proved then.

  let mode = CommandLine.arguments.dropFirst().first
  if mode != "lazy", getenv("LD_BIND_NOW") == nil {
    setenv("LD_BIND_NOW", "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    execv("/proc/self/exe", &arguments)
    exit(2)
  }

  let chosen: [ProbeCase]
  switch mode {
  case nil, "lazy": chosen = OwnMemory.cases + PlantedLeaks.cases + LibraryMemory.cases
  case "hidden": chosen = [PlantedLeaks.hidden]
  default: exit(64)
  }

  var failures = 0
  do {
    let scan = try MemoryScan()
    for probe in chosen {
      let copies = try probe.copies(scan)
      let holds = probe.expectation.allows(copies.count)
      if !holds { failures += 1 }
      let places = copies.isEmpty ? "" : "  " + copies.map(\.mapping).joined(separator: " ")
      print("\(holds ? "ok  " : "FAIL") \(probe.name): \(copies.count) (\(probe.expectation.text))\(places)")
    }
  } catch {
    print("the memory could not be judged: \(error)")
    exit(2)
  }
  print("\(chosen.count) cases, \(failures) not as expected")
  exit(failures == 0 || mode == "lazy" ? 0 : 1)

#endif
