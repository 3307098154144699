import SettingsWindow

SettingsApplication.runAndExit(Array(CommandLine.arguments.dropFirst()))
