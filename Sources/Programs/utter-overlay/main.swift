import UtterOverlay

OverlayCommand.runAndExit()
