#!/usr/bin/python3
# A minimal WebKit window for WebKitWebDriver: GTK's own test browser cannot be narrower than 447 px.
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

# Records uncaught exceptions of a page from the start.
WATCH = """
window.uncaught = [];
addEventListener('error', (event) => { if (event.message) uncaught.push(event.message); });
addEventListener('unhandledrejection', (event) => uncaught.push(String(event.reason)));
"""

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
scripts = WebKit2.UserContentManager()
scripts.add_script(
    WebKit2.UserScript.new(
        WATCH,
        WebKit2.UserContentInjectedFrames.TOP_FRAME,
        WebKit2.UserScriptInjectionTime.START,
        None,
        None,
    )
)


def open_view(_session):
    view = WebKit2.WebView(
        is_controlled_by_automation=True,
        web_context=context,
        user_content_manager=scripts,
        # As in browsers: sound requires a user gesture.
        website_policies=WebKit2.WebsitePolicies(autoplay=WebKit2.AutoplayPolicy.ALLOW_WITHOUT_SOUND),
    )
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(390, 844)
    window.add(view)
    window.show_all()
    window.move(0, 0)
    view.grab_focus()
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("airwave")
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context.connect("automation-started", started)
Gtk.main()
