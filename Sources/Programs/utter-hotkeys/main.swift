import Glibc
import UtterHotkeys

exit(HotkeyHelperProgram.run())
