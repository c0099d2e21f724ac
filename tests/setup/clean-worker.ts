import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

// Workers keep their modules and globals for the next file. These are what a file may have changed.

const { testPath } = expect.getState();
/** Modules that were loaded before import the mocked one itself, and those loaded by this file import the mock. */
const isMocking = testPath !== undefined && readFileSync(testPath, 'utf8').includes('vi.mock(');
if (isMocking) vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (isMocking) vi.resetModules();
});
