/// Secrets in columns of a database of Room that nothing encrypts.
///
/// Goes by the names of properties and columns, in files that import Room. Takes the values for sealed where every place
/// that makes the entity hands sealed ones over. One database of the project that is opened with SQLCipher speaks for all
/// of them.
/// Source: developer.android.com, Room; zetetic.net, SQLCipher for Android.
struct SecretsInRoom: Rule {
  private static let modules = ["androidx.room", "android.arch.persistence.room"]
  private static let factories = ["SupportFactory", "SupportOpenHelperFactory", "SafeHelperFactory"]
  private static let texts: Set<String> = ["String", "CharSequence"]
  private static let numbers: Set<String> = ["Int", "Long", "int", "long", "Integer"]
  /// Words of what a cipher or a hash made of a secret, and of what only leads to one.
  private static let made: Set<String> = [
    "hash", "hashed", "digest", "salt", "cipher", "iv", "nonce", "alias", "ref", "reference", "handle",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secrets-in-room", "Secrets in a database of Room are sealed",
    reason: "Room keeps its tables in a plain file: backups copy it, and whoever reaches the folder reads it.",
    fix: "Open the database with SQLCipher (openHelperFactory), or seal the value with a key of the Android Keystore.",
    ids: ["O.Data_2", "O.Data_15", "MASVS-STORAGE-1", "MASWE-0006", "CWE-312"],
    violating: [
      RuleExample(
        "a property, and a column of another name", path: "User.kt", lines: [4, 5, 6],
        others: [
          SourceText(
            path: "Db.kt",
            text: "fun open(c: Context) = Room.databaseBuilder(c, Db::class.java, \"a\").build()\n")
        ],
        """
        import androidx.room.*
        @Entity(tableName = "users") data class User(
          @PrimaryKey val id: Long, val name: String,
          val password: String,
          @ColumnInfo(name = "refresh_token") val mark: String?,
          val pin: Int,
          @Ignore val otp: String = "")
        """),
      RuleExample(
        "fields in Java", path: "Account.java", lines: [3],
        """
        import androidx.room.Entity;
        @Entity public class Account { public long id;
          private String accessToken;
          static String password; }
        """),
    ],
    conforming: [
      RuleExample(
        "a database that is opened with SQLCipher", path: "User.kt",
        others: [
          SourceText(
            path: "Db.kt",
            text: """
              import net.zetetic.database.sqlcipher.SupportOpenHelperFactory
              fun open(c: Context, key: ByteArray) = Room.databaseBuilder(c, Db::class.java, "a")
                .openHelperFactory(SupportOpenHelperFactory(key)).build()
              """)
        ],
        "import androidx.room.Entity\n@Entity data class User(val id: Long, val password: String)"),
      RuleExample(
        "no secrets, and what was made of them", path: "User.kt",
        """
        import androidx.room.Entity
        @Entity data class User(val id: Long, val passwordHash: String, val tokenExpiry: Long, val hasPin: Boolean)
        data class Login(val password: String)
        """),
      RuleExample(
        "sealed wherever one is made", path: "User.kt",
        """
        import androidx.room.Entity
        @Entity data class User(val id: Long, val token: String)
        fun keep(users: Users, token: String) { users.add(User(1, encrypt(token))) }
        """),
      RuleExample(
        "an annotation of the project's own", path: "User.kt",
        "import org.example.model.Entity\n@Entity data class User(val id: Long, val password: String)"),
      RuleExample(
        "a server's entity", path: "User.java",
        "import jakarta.persistence.Entity;\n@Entity public class User { private String password; }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.row(of: "Entity") != nil, isOfRoom(unit) else { return }
    let entities = unit.allDeclarations.filter { $0.kind == .type && $0.hasAttribute("Entity") }
    guard !entities.isEmpty, !isEncrypted(project), isKept(project) else { return }
    for entity in entities {
      let maker = entity.members.first { $0.kind == .initializer }
      for column in entity.members where isColumn(column) && holdsSecret(column, project) {
        let parameter = maker?.parameters.first { $0.name == column.name }
        if let maker, let parameter, isSealed(parameter, of: maker, project) { continue }
        record.flaw(
          manual, at: column, .warning, "A secret lies in a column of a database in the clear.", confidence: .medium)
      }
    }
  }

  private func isOfRoom(_ unit: SourceUnit) -> Bool {
    unit.imports.contains { name in Self.modules.contains { name.hasPrefix($0) } }
  }

  /// Whether a database of the project is opened with a factory that encrypts.
  private func isEncrypted(_ project: Project) -> Bool {
    project.isNamed("openHelperFactory")
      && (project.imports("sqlcipher") || Self.factories.contains { project.isNamed($0) })
  }

  /// Whether tables may lie in a file: not where every database is one of memory.
  private func isKept(_ project: Project) -> Bool {
    project.isNamed("databaseBuilder") || !project.isNamed("inMemoryDatabaseBuilder")
  }

  private func isColumn(_ member: Declaration) -> Bool {
    member.kind == .property && !member.flags.contains(.isStatic) && !member.hasAttribute("Ignore")
      && !member.members.contains { $0.kind == .accessor && $0.keyword == "get" && member.value == nil }
  }

  private func holdsSecret(_ column: Declaration, _ project: Project) -> Bool {
    let written = column.attributes.first { $0.name == "ColumnInfo" }?.call?.argument("name")
    let names = [column.name] + (written.map { project.texts(of: $0) } ?? [])
    let isText = Self.texts.contains(column.typeName) || column.typeText.isEmpty && column.value?.kind == .string
    guard isText || Self.numbers.contains(column.typeName) else { return false }
    guard names.allSatisfy({ Self.made.isDisjoint(with: SecretWords.words(of: $0)) }) else { return false }
    let judgements = names.map(SecretWords.judge)
    guard judgements.contains(.secret), judgements.first != .aboutSecret else { return false }
    return isText || names.contains(where: SecretWords.isMadeOfDigits)
  }

  /// Whether every place that makes the entity hands over what went through a cipher.
  private func isSealed(_ parameter: Declaration, of maker: Declaration, _ project: Project) -> Bool {
    let callers = project.knownCallers(of: maker)
    guard !callers.isCut, !callers.calls.isEmpty else { return false }
    return callers.calls.prefix(32).allSatisfy { call in
      guard let given = project.argument(of: call, for: parameter, in: maker) else { return true }
      return AndroidCode(unit: call.unit, project: project).isSealed(given)
    }
  }
}
