import Glibc
import Text

/// Turns this computer off.
public enum PowerSwitch {
  /// Asks systemd to turn the power off, if this process is a service of it. Somebody who tries the logger out in a
  /// terminal does not want to lose the machine under it.
  ///
  /// - Throws: 69 if this is no service, or there is no `systemctl`; 77 if it refuses.
  public static func off() throws(Fault) {
    // A service is started by process 1 with an id (systemd.exec(5)); a shell inherits the id, but not the parent.
    guard getppid() == 1, getenv("INVOCATION_ID") != nil else {
      throw Fault(
        .unavailable, "the power stays on: this is no service of systemd", remedy: "see deploy/ for how to install it")
    }
    try run(["systemctl", "--no-ask-password", "poweroff"])
  }

  /// Runs a program and waits for it.
  ///
  /// - Throws: 69 if there is none of this name, 77 if it does not end with status 0.
  static func run(_ words: [String]) throws(Fault) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process blocks the signals it reads; a child must not inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let error = posix_spawnp(&child, words[0], nil, &attributes, arguments + [nil], environ)
    guard error == 0 else {
      throw Fault(
        .unavailable, "the power cannot be turned off", remedy: "install \(words[0])",
        cause: String(cString: strerror(error)), place: words[0])
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Fault(
        .noPermission, "the power cannot be turned off: \(words.joined(separator: " ")) failed",
        remedy: "let the daemon's user do that, by polkit's org.freedesktop.login1.power-off")
    }
  }
}
