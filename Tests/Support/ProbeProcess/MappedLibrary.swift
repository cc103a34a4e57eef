#if os(Linux)

  import Foundation
  import Glibc

  /// A library in this process's memory, as an attacker finds it: by the map's rows of one file.
  struct MappedLibrary {
    struct Row {
      let start: UInt
      let length: Int
      let protection: Int32
      let offset: Int
      let path: String

      fileprivate init?(_ line: Substring) {
        let fields = line.split(separator: " ", maxSplits: 5)
        let addresses = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
        guard fields.count == 6, addresses.count == 2, let offset = Int(fields[2], radix: 16) else { return nil }
        start = addresses[0]
        length = Int(addresses[1] - addresses[0])
        let flags = Array(fields[1])
        protection =
          (flags[0] == "r" ? PROT_READ : 0) | (flags[1] == "w" ? PROT_WRITE : 0) | (flags[2] == "x" ? PROT_EXEC : 0)
        self.offset = offset
        path = String(fields[5].drop { $0 == " " })
      }

      private var place: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: start) }

      /// Moves memory of no file over it: its bytes, but one that is another. Source: mremap(2), MREMAP_FIXED.
      func move(changing address: UInt) -> Bool {
        typealias Remap =
          @convention(c) (
            UnsafeMutableRawPointer?, Int, Int, Int32, UnsafeMutableRawPointer?
          ) -> UnsafeMutableRawPointer?
        guard let symbol = dlsym(nil, "mremap"), let place else { return false }
        guard let copy = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
          copy != MAP_FAILED
        else { return false }
        copy.copyMemory(from: place, byteCount: length)
        let changed = copy + Int(address - start)
        changed.storeBytes(of: ~changed.load(as: UInt8.self), as: UInt8.self)
        guard mprotect(copy, length, protection) == 0 else { return false }
        return unsafeBitCast(symbol, to: Remap.self)(copy, length, length, 3, place) == place
      }

      /// Maps the page behind it in the same file over the page of an address.
      func shift(at address: UInt) -> Bool {
        let page = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
        let first = address / page * page
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let next = off_t(offset + Int(first - start + page))
        guard file >= 0, let target = UnsafeMutableRawPointer(bitPattern: first) else { return false }
        return mmap(target, Int(page), protection, MAP_PRIVATE | MAP_FIXED, file, next) == target
      }

      /// Maps the same part of another file over it. What was no code is then what it was.
      func cover(with file: Int32) -> Bool {
        guard let place else { return false }
        // A gap between the parts cannot be read, and needs no bytes back.
        if protection & PROT_READ == 0 {
          return mmap(place, length, protection, MAP_PRIVATE | MAP_FIXED, file, off_t(offset)) == place
        }
        let isCode = protection & PROT_EXEC != 0
        let first = isCode ? protection : PROT_READ | PROT_WRITE
        let old = [UInt8](UnsafeRawBufferPointer(start: place, count: length))
        guard mmap(place, length, first, MAP_PRIVATE | MAP_FIXED, file, off_t(offset)) == place else { return false }
        if isCode { return true }
        place.copyMemory(from: old, byteCount: length)
        return mprotect(place, length, protection) == 0
      }
    }

    let rows: [Row]

    init(at address: UInt) {
      let text = (try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()) ?? Data()
      let all = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Row($0) }
      let here = all.first { $0.start <= address && address - $0.start < UInt($0.length) }
      rows = all.filter { $0.path == here?.path }
    }

    var code: Row? { rows.first { $0.protection & PROT_EXEC != 0 } }

    /// An open copy of the file, in which the byte at an address of the code is another.
    func copy(to path: String?, changing address: UInt) -> Int32? {
      guard let path, let code, var bytes = try? Data(contentsOf: URL(filePath: code.path)) else { return nil }
      bytes[code.offset + Int(address - code.start)] ^= 0xff
      guard (try? bytes.write(to: URL(filePath: path))) != nil else { return nil }
      let file = open(path, O_RDONLY)
      return file >= 0 ? file : nil
    }
  }

#endif
