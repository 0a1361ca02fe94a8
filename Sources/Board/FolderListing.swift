import Glibc
import Text

/// The names in a folder.
enum FolderListing {
  /// All names except `.` and `..`, in no order.
  static func names(in folder: String) throws(Fault) -> [String] {
    guard let stream = opendir(folder) else {
      throw .system(.noInput, "the folder cannot be read", place: folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
