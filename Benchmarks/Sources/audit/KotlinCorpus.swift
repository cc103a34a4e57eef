import Foundation
import SourceAudit

/// Kotlin and Java to read: repository classes as apps have them, and the rules' own examples, each name changed. Of
/// fifteen files seven hold the classes, seven as many examples in Kotlin, one examples in Java. Classes and examples
/// stand apart because the peer gives up a whole file for one form that its parser does not know, as some examples have.
enum KotlinCorpus {
  static func generated(lines: Int) -> [SourceText] {
    let examples = Audit.manuals.flatMap { $0.violating + $0.conforming }
    let kotlin = examples.filter { $0.path.hasSuffix(".kt") }.map(\.source)
    let java = examples.filter { $0.path.hasSuffix(".java") }.map(\.source)
    var files: [SourceText] = []
    var count = 0
    while count < lines {
      let number = files.count
      let isJava = number % 15 == 14
      var heads = ["package app.part\(number)" + (isJava ? ";" : "")]
      var body = ""
      for part in 0..<8 {
        let name = "\(number)x\(part)"
        switch number % 15 {
        case 14:
          let example = split(java[(number / 15 * 8 + part) % java.count], &heads)
          body += example.replacing("class A", with: "class A\(name)") + "\n"
        case 0..<7: body += repository.replacing("NN", with: name) + "\n"
        default:
          let example = split(kotlin[((number / 15 * 7 + number % 15 - 7) * 8 + part) % kotlin.count], &heads)
          body += "object Part\(name) {\n\(example)\n}\n\n"
        }
      }
      let text = heads.joined(separator: "\n") + "\n" + body
      files.append(SourceText(path: "app/src/main/java/Part\(number).\(isJava ? "java" : "kt")", text: text))
      count += text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    return files
  }

  /// An example without its imports, which may only stand at the top of a file.
  private static func split(_ example: String, _ heads: inout [String]) -> String {
    var rest = ""
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("package ") {
      if line.hasPrefix("import ") { heads.append(String(line)) } else { rest += line + "\n" }
    }
    return rest
  }

  private static let repository = """
    class RepositoryNN(private val api: Api, private val dao: DaoNN) : Base(), Source<ItemNN> {
        private val _state = MutableStateFlow<UiState>(UiState.Loading)
        val state: StateFlow<UiState> = _state.asStateFlow()

        /** Loads one item, from the store or from the server. */
        suspend fun load(id: String, force: Boolean = false): Result<ItemNN> = withContext(Dispatchers.IO) {
            try {
                val cached = dao.find(id)?.takeIf { !force && it.age < MAX_AGE_NN }
                if (cached != null) {
                    return@withContext Result.success(cached.toItem())
                }
                val response = api.get("items/$id?x=${force.toString()}")
                response.body()?.let { body ->
                    dao.insert(body.copy(name = body.name.trim(), tags = body.tags.filter { tag -> tag.length > 3 }))
                    _state.update { it.copy(items = it.items + body, loading = false) }
                } ?: throw IOException("no body for item NN")
                Result.success(response.body()!!.toItem())
            } catch (e: IOException) {
                Log.e(TAG, "load failed: " + e.message)
                Result.failure(e)
            }
        }

        private fun sorted(list: List<ItemNN>): Map<String, List<ItemNN>> {
            val result = mutableMapOf<String, MutableList<ItemNN>>()
            for (item in list) {
                result.getOrPut(item.key) { mutableListOf() }.add(item)
            }
            return when (list.size) {
                0 -> emptyMap()
                1 -> result
                else -> result.filterValues { it.size > 1 }
            }
        }

        companion object {
            private const val TAG = "RepositoryNN"
            private const val MAX_AGE_NN = 60 * 60 * 1000L
        }
    }

    """
}
