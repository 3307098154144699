/// A stand-in for cosmic-comp 1.0.6 and 1.0.7 (Smithay from 2e00119 to 89e58f7): a sway that reads
/// the keys of virtual keyboards with the seat's keymap, and ignores their modifiers.
public enum SeatKeymapCompositor {
    /// The changes to sway's libraries, for a seat with these layouts of xkeyboard-config.
    public static func changes(layouts: String) -> String {
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdbool.h>
        #include <stdint.h>

        struct names { const char *rules, *model, *layout, *variant, *options; };
        void *xkb_keymap_new_from_names(void *context, const struct names *names, int flags);

        /* The keymap of a virtual keyboard; sway has all others from names. */
        void *xkb_keymap_new_from_string(void *context, const char *text, int format, int flags) {
            struct names names = { .layout = "\(layouts)" };
            return xkb_keymap_new_from_names(context, &names, flags);
        }

        /* wlroots 0.15 to 0.19: wlr_event_keyboard_key, later wlr_keyboard_key_event. */
        struct key { uint32_t time, code; bool updates_state; uint32_t state; };

        void wlr_keyboard_notify_key(void *keyboard, struct key *key) {
            void (*notify)(void *, struct key *) = dlsym(RTLD_NEXT, "wlr_keyboard_notify_key");
            key->updates_state = true;
            notify(keyboard, key);
        }

        void wlr_keyboard_notify_modifiers(
            void *keyboard, uint32_t depressed, uint32_t latched, uint32_t locked, uint32_t group) {
        }
        """
    }
}
