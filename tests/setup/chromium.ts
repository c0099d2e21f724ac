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

/** The Chromium of this machine, with its windows; `CHROMIUM` names another. */
export const chromiumPath = (): string | undefined => firstThere([process.env.CHROMIUM, ...PLACES]);

/** Debian's Chromium without windows: the same engine, and a page costs a third of the work. */
export const hasHeadlessShell = (): boolean => existsSync(HEADLESS_SHELL);

/** What browser tests run in: without windows where there is one. */
export const testBrowserPath = (): string | undefined => firstThere([process.env.CHROMIUM, HEADLESS_SHELL, ...PLACES]);
