import { spawnSync } from 'node:child_process';

// Gecko and WebKit are tested if Debian's packages are installed; otherwise their tests are skipped.

export const ENGINE_PACKAGES = {
  Gecko: ['firefox-esr', 'pulseaudio', 'openssl'],
  WebKit: [
    'webkit2gtk-driver',
    'python3-gi',
    'gir1.2-webkit2-4.1',
    'xvfb',
    'pulseaudio',
    'openssl',
    'gstreamer1.0-plugins-base',
    'gstreamer1.0-plugins-good',
    'gstreamer1.0-plugins-bad',
    'gstreamer1.0-libav',
  ],
} as const;
export type EngineName = keyof typeof ENGINE_PACKAGES;
export const ENGINES = ['Gecko', 'WebKit'] as const satisfies EngineName[];

/** Commands that succeed if an engine and its dependencies are installed. */
const PROOFS: Record<EngineName, string> = {
  Gecko: 'command -v firefox-esr && command -v pulseaudio && command -v openssl',
  WebKit: [
    'command -v WebKitWebDriver && command -v Xvfb && command -v pulseaudio && command -v openssl',
    `/usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")'`,
    'ls /usr/lib/*/gstreamer-1.0/libgstlibav.so',
  ].join(' && '),
};

export const hasEngine = (name: EngineName): boolean => spawnSync('sh', ['-c', PROOFS[name]]).status === 0;
