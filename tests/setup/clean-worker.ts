import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

// Workers keep their modules and globals for the next file. These are what a file may have changed.

const { testPath } = expect.getState();
const source = testPath === undefined ? '' : readFileSync(testPath, 'utf8');
/** Modules that were loaded before import the mocked one itself, and those loaded by this file import the mock. */
const isMocking = source.includes('vi.mock(');
if (isMocking) vi.resetModules();
/** The modules that such a file loaded last keep its state: a member who is logged in, dialogs that are open. */
const isReloading = source.includes('vi.resetModules(');

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (isMocking || isReloading) vi.resetModules();
});
