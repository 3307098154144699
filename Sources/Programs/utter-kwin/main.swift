import Glibc
import UtterKWin

exit(KWinConnectorProgram.run(CommandLine.arguments))
