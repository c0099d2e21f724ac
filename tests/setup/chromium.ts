import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const firstThere = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

/** The installed Chromium with windows; overridden by `CHROMIUM`. */
export const chromiumPath = (): string | undefined => firstThere([process.env.CHROMIUM, ...PLACES]);

/** Debian's headless Chromium shell: the same engine at a third of the cost per page. */
export const hasHeadlessShell = (): boolean => existsSync(HEADLESS_SHELL);

/** The browser for tests: headless shell if installed. */
export const testBrowserPath = (): string | undefined => firstThere([process.env.CHROMIUM, HEADLESS_SHELL, ...PLACES]);
