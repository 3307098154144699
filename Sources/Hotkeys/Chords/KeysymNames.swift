/// The names of xkb's key symbols (xkbcommon/xkbcommon-keysyms.h) with the kernel's names, without
/// KEY_, of the keys that have them in the layout “us” of xkeyboard-config. Without those that
/// differ only in case, separators and the prefix XF86; if two keys have one symbol, only the more
/// common key.
enum KeysymNames {
    static let all = [
        "Escape": "ESC", "bracketleft": "LEFTBRACE", "bracketright": "RIGHTBRACE",
        "Return": "ENTER", "Control_L": "LEFTCTRL", "Shift_L": "LEFTSHIFT", "period": "DOT",
        "Shift_R": "RIGHTSHIFT", "KP_Multiply": "KPASTERISK", "Alt_L": "LEFTALT", "KP_Home": "KP7",
        "KP_Up": "KP8", "KP_Prior": "KP9", "KP_Subtract": "KPMINUS", "KP_Left": "KP4",
        "KP_Begin": "KP5", "KP_Right": "KP6", "KP_Add": "KPPLUS", "KP_End": "KP1",
        "KP_Down": "KP2", "KP_Next": "KP3", "KP_Insert": "KP0", "KP_Delete": "KPDOT",
        "less": "102ND", "Henkan_Mode": "HENKAN", "Hiragana_Katakana": "KATAKANAHIRAGANA",
        "Control_R": "RIGHTCTRL", "KP_Divide": "KPSLASH", "Print": "SYSRQ", "Alt_R": "RIGHTALT",
        "Prior": "PAGEUP", "Next": "PAGEDOWN", "XF86AudioMute": "MUTE",
        "XF86AudioLowerVolume": "VOLUMEDOWN", "XF86AudioRaiseVolume": "VOLUMEUP",
        "XF86PowerOff": "POWER", "plusminus": "KPPLUSMINUS", "XF86LaunchA": "SCALE",
        "KP_Decimal": "KPCOMMA", "Hangul": "HANGEUL", "Hangul_Hanja": "HANJA",
        "Super_L": "LEFTMETA", "Super_R": "RIGHTMETA", "Menu": "COMPOSE", "SunProps": "PROPS",
        "SunFront": "FRONT", "XF86MenuKB": "MENU", "XF86Calculator": "CALC",
        "XF86Explorer": "FILE", "XF86Launch1": "PROG1", "XF86Launch2": "PROG2", "XF86DOS": "MSDOS",
        "XF86ScreenSaver": "COFFEE", "XF86RotateWindows": "ROTATE_DISPLAY",
        "XF86TaskPane": "CYCLEWINDOWS", "XF86Favorites": "BOOKMARKS", "XF86MyComputer": "COMPUTER",
        "XF86Eject": "EJECTCD", "XF86AudioNext": "NEXTSONG", "XF86AudioPlay": "PLAYPAUSE",
        "XF86AudioPrev": "PREVIOUSSONG", "XF86AudioStop": "STOPCD", "XF86AudioRecord": "RECORD",
        "XF86AudioRewind": "REWIND", "XF86Tools": "CONFIG", "XF86Reload": "REFRESH",
        "parenleft": "KPLEFTPAREN", "parenright": "KPRIGHTPAREN", "XF86Launch5": "F14",
        "XF86Launch6": "F15", "XF86Launch7": "F16", "XF86Launch8": "F17", "XF86Launch9": "F18",
        "XF86AudioMicMute": "MICMUTE", "XF86AudioPause": "PAUSECD", "XF86Launch3": "PROG3",
        "XF86Launch4": "PROG4", "XF86LaunchB": "ALL_APPLICATIONS",
        "XF86AudioForward": "FASTFORWARD", "XF86WebCam": "CAMERA", "XF86AudioPreset": "SOUND",
        "XF86Messenger": "CHAT", "XF86Go": "CONNECT", "XF86Game": "SPORT",
        "XF86MonBrightnessDown": "BRIGHTNESSDOWN", "XF86MonBrightnessUp": "BRIGHTNESSUP",
        "XF86AudioMedia": "MEDIA", "XF86Display": "SWITCHVIDEOMODE",
        "XF86KbdLightOnOff": "KBDILLUMTOGGLE", "XF86KbdBrightnessDown": "KBDILLUMDOWN",
        "XF86KbdBrightnessUp": "KBDILLUMUP", "XF86MailForward": "FORWARDMAIL",
        "XF86Next_VMode": "VIDEO_NEXT", "XF86Prev_VMode": "VIDEO_PREV",
        "XF86MonBrightnessCycle": "BRIGHTNESS_CYCLE", "XF86CycleAngle": "ANGLE",
        "XF86AudioRandomPlay": "SHUFFLE", "XF86Word": "WORDPROCESSOR", "XF86Excel": "SPREADSHEET",
        "EuroSign": "EURO", "XF86RotationLockToggle": "ROTATE_LOCK_TOGGLE",
        "ISO_Next_Group": "KBD_LAYOUT_NEXT", "ISO_Level3_Shift": "RIGHTALT", "Sys_Req": "SYSRQ",
        "Meta_L": "LEFTMETA", "Meta_R": "RIGHTMETA",
    ]
}
