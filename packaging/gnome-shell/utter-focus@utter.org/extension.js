// Answers which window has the focus: org.utter.WindowFocus at /org/utter/WindowFocus of
// org.gnome.Shell on the session's bus.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

const PATH = '/org/utter/WindowFocus';

// The window's number (t), its app (s: the name of its .desktop file), class and instance (s), title
// (s), process (i; of a window of Xwayland its own, not Xwayland's) and monitor ((iiii): the middle
// of the monitor that it is on, and width and height of all monitors together, in the shell's
// pixels); empty if none has the focus. The signal comes, too, when it is moved to another monitor.
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
        const tell = () => this._object.emit_signal('FocusChanged', null);
        this._handlers = [
            global.display.connect('notify::focus-window', tell),
            global.display.connect('window-entered-monitor', (_display, _monitor, window) => {
                if (window === global.display.focus_window)
                    tell();
            }),
        ];
    }

    disable() {
        for (const handler of this._handlers)
            global.display.disconnect(handler);
        this._handlers = null;
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
        const monitor = window.get_monitor();
        if (monitor >= 0) {
            const area = global.display.get_monitor_geometry(monitor);
            answer.monitor = new GLib.Variant('(iiii)', [
                area.x + Math.floor(area.width / 2), area.y + Math.floor(area.height / 2),
                ...global.display.get_size(),
            ]);
        }
        for (const [key, text] of Object.entries(texts))
            answer[key] = new GLib.Variant('s', text ?? '');
        return answer;
    }
}
