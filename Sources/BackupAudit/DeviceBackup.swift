#if Records
  import Foundation
  import GRDB
  import UntrustedInput

  /// One backup of a device on a computer, as Finder, iTunes and idevicebackup2 make it; read, never written.
  ///
  /// - Protects against: manifests that are links, huge, cut, damaged or made to mislead: only a table is read, never a
  ///   view or a computed column, triggers do not run, the file is opened as unchanging, and contents are named by forty
  ///   hexadecimal digits only and reached through no link.
  /// - Does not protect against: a folder that changes while it is read. Encrypted backups are refused.
  ///
  /// Source: the tables of Manifest.db as of iOS 10 to 18; https://sqlite.org/security.html.
  public struct DeviceBackup: Sendable {
    /// Bytes of `Manifest.db`.
    public static let manifestLimit = 2 << 30
    public static let mostFiles = 5_000_000

    /// Files of apps, sorted by domain and path; those of the system are left out.
    public let files: [BackedUpFile]
    private let content: BackupContent

    /// - Throws: ``BackupAuditError``, every case.
    public init(folder: String) throws(BackupAuditError) {
      content = BackupContent(folder: folder)
      let manifest = folder + "/Manifest.db"
      let head: [UInt8]
      do throws(BackupAuditError) {
        head = try BackupContent.bytes(at: manifest, limit: Self.manifestLimit, first: 100)
      } catch {
        throw error == .unreadable(errno: ENOENT) ? .noManifest : error
      }
      guard head.starts(with: Array("SQLite format 3\0".utf8)) else {
        // Everything but the first page's mark is noise when it is encrypted; a cut file is told apart by its length.
        throw head.count >= 16 ? .encrypted : .malformed(code: 26)
      }
      try Self.checkLength(of: manifest, head)
      files = try Self.rows(of: manifest)
    }

    /// What the review says about one app.
    public func review(of app: BackedUpApp, expected: [String] = []) -> BackupReview {
      BackupReview(of: files, app: app, expected: expected, content: content.bytes(of:))
    }

    /// A list that was cut may have every page that is asked for, so its length is held against its own header.
    /// Source: https://sqlite.org/fileformat2.html, sections 1.3.2, 1.3.7, 1.3.9.
    private static func checkLength(of manifest: String, _ head: [UInt8]) throws(BackupAuditError) {
      guard head.count == 100 else { throw .malformed(code: 11) }
      func number(_ start: Int, bytes count: Int) -> Int {
        head[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
      }
      // 1 stands for the size that does not fit.
      let pageSize = number(16, bytes: 2) == 1 ? 65_536 : number(16, bytes: 2)
      let pages = number(28, bytes: 4)
      let size = try BackupContent.size(of: manifest)
      guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { throw .malformed(code: 11) }
      // The count holds when the last writer kept it: then both change counters are equal.
      guard number(24, bytes: 4) != number(92, bytes: 4) || size >= pages * pageSize else { throw .malformed(code: 11) }
    }

    private static func rows(of manifest: String) throws(BackupAuditError) -> [BackedUpFile] {
      do {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { database in
          try database.execute(
            sql: """
              PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON;
              PRAGMA ignore_check_constraints = ON
              """)
        }
        // Nothing is written beside it, and a log beside it is not merged.
        let address = URL(fileURLWithPath: manifest).absoluteString + "?mode=ro&immutable=1"
        let queue = try DatabaseQueue(path: address, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { database in
          let isTable = try Bool.fetchOne(
            database,
            sql:
              "SELECT count(*) = 1 FROM sqlite_schema WHERE name = 'Files' AND type = 'table' AND sql LIKE 'CREATE TABLE%'"
          )
          guard isTable == true else { throw BackupAuditError.malformed(code: 1) }
          // A backup computes no column; one that is made to mislead could compute for ever.
          let computed = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM pragma_table_xinfo('Files') WHERE hidden <> 0")
          guard computed == 0 else { throw BackupAuditError.malformed(code: 1) }
          // Pages that stand in two places, or in none.
          guard try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok" else {
            throw BackupAuditError.malformed(code: 11)
          }
          var files: [BackedUpFile] = []
          let rows = try Row.fetchCursor(
            database,
            sql: """
              SELECT fileID, domain, relativePath, flags, file FROM Files
              WHERE domain GLOB 'AppDomain*' ORDER BY domain, relativePath
              """)
          while let row = try rows.next() {
            guard files.count < mostFiles else { throw BackupAuditError.tooManyFiles(limit: mostFiles) }
            if let file = file(row) { files.append(file) }
          }
          return files
        }
      } catch let error as BackupAuditError {
        throw error
      } catch let error as DatabaseError {
        throw .malformed(code: error.extendedResultCode.rawValue)
      } catch {
        throw .malformed(code: -1)
      }
    }

    /// Nil for a row of other types than a backup's.
    private static func file(_ row: Row) -> BackedUpFile? {
      guard case .string(let domain) = (row["domain"] as DatabaseValue).storage,
        case .string(let path) = (row["relativePath"] as DatabaseValue).storage,
        case .int64(let flags) = (row["flags"] as DatabaseValue).storage, let kind = BackedUpFile.Kind(rawValue: flags)
      else { return nil }
      var name: String?
      if case .string(let text) = (row["fileID"] as DatabaseValue).storage, text.utf8.count == 40,
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      {
        name = text
      }
      var facts: PropertyListNode?
      if case .blob(let bytes) = (row["file"] as DatabaseValue).storage { facts = archived(Array(bytes)) }
      return BackedUpFile(
        domain: domain, path: path, kind: kind, contentName: name,
        protection: facts?["ProtectionClass"]?.integer.flatMap { BackedUpProtection(rawValue: $0) },
        size: facts?["Size"]?.integer)
    }

    /// The one object of an archive that has a protection class. Its references to other objects are not followed.
    private static func archived(_ bytes: [UInt8]) -> PropertyListNode? {
      let list = try? BinaryPropertyListReader(maximumBytes: 64 << 10, maximumValues: 2000).read(bytes)
      return list?["$objects"]?.array?.first { $0["ProtectionClass"] != nil }
    }
  }
#endif
