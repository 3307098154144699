import Dictation
