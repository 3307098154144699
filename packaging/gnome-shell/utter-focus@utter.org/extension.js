// Answers which window has the focus: org.utter.WindowFocus at /org/utter/WindowFocus of
// org.gnome.Shell on the session's bus.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

const PATH = '/org/utter/WindowFocus';

// The window's number (t), its app (s: the name of its .desktop file), class and instance (s), title
// (s) and process (i; of a window of Xwayland its own, not Xwayland's); empty if none has the focus.
const INTERFACE = `
<node>
  <interface name="org.utter.WindowFocus">
    <method name="GetFocused">
      <arg type="a{sv}" direction="out" name="window"/>
    </method>
    <signal name="FocusChanged"/>
  </interface>
</node>`;

export default class FocusExtension extends Extension {
    enable() {
        this._object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
        this._object.export(Gio.DBus.session, PATH);
        this._handler = global.display.connect('notify::focus-window',
            () => this._object.emit_signal('FocusChanged', null));
    }

    disable() {
        global.display.disconnect(this._handler);
        this._handler = null;
        this._object.unexport();
        this._object = null;
    }

    GetFocused() {
        const window = global.display.focus_window;
        if (!window)
            return {};
        const app = Shell.WindowTracker.get_default().get_window_app(window);
        const texts = {
            // An app that the shell made for a window without a .desktop file has no name.
            app: app?.is_window_backed() ? '' : app?.get_id().replace(/\.desktop$/, ''),
            class: window.get_wm_class(),
            instance: window.get_wm_class_instance(),
            title: window.get_title(),
        };
        const answer = {
            id: new GLib.Variant('t', window.get_id()),
            pid: new GLib.Variant('i', window.get_pid()),
        };
        for (const [key, text] of Object.entries(texts))
            answer[key] = new GLib.Variant('s', text ?? '');
        return answer;
    }
}
