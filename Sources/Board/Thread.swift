import CLinux
import Glibc
import Text

/// A thread of this process.
enum Thread {
  /// Starts one that runs `body` once and then ends; nobody waits for it.
  static func start(name: String, _ body: sending @escaping () -> Void) throws(Fault) {
    final class Body {
      let name: String
      let run: () -> Void
      init(name: String, run: @escaping () -> Void) {
        self.name = name
        self.run = run
      }
    }
    let argument = Unmanaged.passRetained(Body(name: name, run: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        linux_name_thread(body.name)
        body.run()
        return nil
      }, argument.toOpaque())
    guard result == 0 else {
      argument.release()
      throw .system(.unavailable, "no thread can be started", errno: result)
    }
  }
}
