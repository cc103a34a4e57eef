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

      private static let page = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))

      /// Moves memory of a file, or of none, over it: its bytes, but one that is another. Source: mremap(2),
      /// MREMAP_FIXED.
      func move(from file: Int32? = nil, changing address: UInt? = nil) -> Bool {
        typealias Remap =
          @convention(c) (
            UnsafeMutableRawPointer?, Int, Int, Int32, UnsafeMutableRawPointer?
          ) -> UnsafeMutableRawPointer?
        guard let symbol = dlsym(nil, "mremap"), let place else { return false }
        let kind = file == nil ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE
        let first = off_t(file == nil ? 0 : offset)
        guard let copy = mmap(nil, length, PROT_READ | PROT_WRITE, kind, file ?? -1, first), copy != MAP_FAILED else {
          return false
        }
        copy.copyMemory(from: place, byteCount: length)
        if let address {
          let changed = copy + Int(address - start)
          changed.storeBytes(of: ~changed.load(as: UInt8.self), as: UInt8.self)
        }
        guard mprotect(copy, length, protection) == 0 else { return false }
        return unsafeBitCast(symbol, to: Remap.self)(copy, length, length, 3, place) == place
      }

      /// Maps the page behind it in the same file over the page of an address.
      func shift(at address: UInt) -> Bool {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        return file >= 0 && lay(file, at: address, ahead: 1)
      }

      /// Maps the page of an address in another file over it, or one that lies so many pages ahead in the file.
      func lay(_ file: Int32, at address: UInt, ahead pages: UInt = 0) -> Bool {
        let first = address / Self.page * Self.page
        let next = off_t(offset + Int(first - start + pages * Self.page))
        guard let target = UnsafeMutableRawPointer(bitPattern: first) else { return false }
        return mmap(target, Int(Self.page), protection, MAP_PRIVATE | MAP_FIXED, file, next) == target
      }

      /// Maps another file over its last page, with the bytes that were there, as code.
      func become(_ file: Int32) -> Bool {
        let count = Int(Self.page)
        guard length >= count, let last = UnsafeMutableRawPointer(bitPattern: start + UInt(length - count)) else {
          return false
        }
        let old = [UInt8](UnsafeRawBufferPointer(start: last, count: count))
        guard mmap(last, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) == last else { return false }
        last.copyMemory(from: old, byteCount: count)
        return mprotect(last, count, PROT_READ | PROT_EXEC) == 0
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

    /// What may be read and is no code.
    var data: [Row] { rows.filter { $0.protection & (PROT_READ | PROT_EXEC) == PROT_READ } }

    /// An open copy of the file, in which the byte at an address of the code is another.
    func copy(to path: String?, changing address: UInt) -> Int32? {
      guard let path, let bytes = changed(at: address) else { return nil }
      guard (try? bytes.write(to: URL(filePath: path))) != nil else { return nil }
      let file = open(path, O_RDONLY)
      return file >= 0 ? file : nil
    }

    /// The same as a file in memory. Source: memfd_create(2).
    func copyInMemory(changing address: UInt) -> Int32? {
      typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
      guard let symbol = dlsym(nil, "memfd_create"), let bytes = changed(at: address) else { return nil }
      let file = unsafeBitCast(symbol, to: Create.self)("library", 0)
      let written = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
      return written == bytes.count ? file : nil
    }

    /// Removes a file and its folder, and makes the folder's name a link to that of the library.
    func lead(to copy: String) -> Bool {
      guard let code else { return false }
      let folder = URL(filePath: copy).deletingLastPathComponent().path
      let genuine = URL(filePath: code.path).deletingLastPathComponent().path
      return unlink(copy) == 0 && rmdir(folder) == 0 && symlink(genuine, folder) == 0
    }

    /// Puts a copy of the file in its place, as an upgrade does.
    func renew() -> Bool {
      guard let code, let bytes = try? Data(contentsOf: URL(filePath: code.path)) else { return false }
      let next = code.path + ".new"
      guard (try? bytes.write(to: URL(filePath: next))) != nil else { return false }
      return rename(next, code.path) == 0
    }

    private func changed(at address: UInt) -> Data? {
      guard let code, var bytes = try? Data(contentsOf: URL(filePath: code.path)) else { return nil }
      bytes[code.offset + Int(address - code.start)] ^= 0xff
      return bytes
    }
  }

#endif
