/// What users and keyboards call keys, in plain form, with the kernel's names.
enum InformalKeyNames {
    static let all = [
        "ALTGR": "KEY_RIGHTALT",
        "RIGHTCONTROL": "KEY_RIGHTCTRL", "LEFTCONTROL": "KEY_LEFTCTRL",
        "SUPER": "KEY_LEFTMETA", "WINDOWS": "KEY_LEFTMETA",
        "LEFTSUPER": "KEY_LEFTMETA", "RIGHTSUPER": "KEY_RIGHTMETA",
        "PRINTSCREEN": "KEY_SYSRQ", "PRTSC": "KEY_SYSRQ", "SCREENLOCK": "KEY_COFFEE",
        "DEL": "KEY_DELETE", "INS": "KEY_INSERT", "PGUP": "KEY_PAGEUP", "PGDN": "KEY_PAGEDOWN",
        "CONTEXTMENU": "KEY_COMPOSE",
        // X numbers the buttons 1 to 3, and those for the thumb 8 and 9; games call the latter 4
        // and 5.
        "MOUSELEFT": "BTN_LEFT", "MOUSERIGHT": "BTN_RIGHT", "MOUSEMIDDLE": "BTN_MIDDLE",
        "MOUSEBACK": "BTN_SIDE", "MOUSEFORWARD": "BTN_EXTRA",
        "MOUSE4": "BTN_SIDE", "MOUSE5": "BTN_EXTRA",
    ]
}
