import UtterCommands

UtterCommand.runAndExit()
