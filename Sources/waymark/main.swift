import Commands
import Glibc

exit(runWaymark(Array(CommandLine.arguments.dropFirst())))
