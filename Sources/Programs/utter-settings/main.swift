import SettingsWindow

SettingsApplication.runAndExit()
