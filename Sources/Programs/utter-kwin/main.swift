import Glibc

exit(KWinConnectorProgram.run(CommandLine.arguments))
