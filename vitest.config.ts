import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/setup/slowest-first.ts';

const never = ['**/node_modules/**', 'build/**', 'data/**'];
const SOUND = 'tests/e2e/sound/**/*.e2e.ts';
const ENGINES = 'tests/e2e/engines/**/*.e2e.ts';
const cores = availableParallelism();
/** A browser, its site and its test need less than one core, as some tests wait for a provider or a clock. */
const browsers = Math.max(3, cores - 1);
/** Conditions are polled this long, however busy the machine is. */
const expect = { poll: { timeout: 60_000 } };
/** Ends a test or hook that hangs: far more than any takes, so that a busy machine fails none. */
const HANG_MS = 600_000;
/** The first line of a failure is not truncated, because CI repeats only that line. */
const chaiConfig = { truncateThreshold: 0 };
/** Tests of sound, and of what a visitor does first in other engines. */
const listening = {
  setupFiles: ['tests/setup/failed-pages.ts'],
  exclude: never,
  testTimeout: HANG_MS,
  hookTimeout: HANG_MS,
  expect,
  maxWorkers: Math.max(3, cores),
  sequence: { groupOrder: 3 },
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    chaiConfig,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...never, '**/*.pg.test.ts'],
          setupFiles: ['tests/setup/clean-worker.ts'],
          // A worker loads what files share once.
          isolate: false,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect,
          // More than cores: the slowest files mostly wait for programs that they start.
          maxWorkers: cores + 2,
        },
      },
      // Each worker has a PostgreSQL of its own; its files take turns, each with a database of its own. One more than cores:
      // some files mostly wait for an encoder or a clock.
      {
        test: {
          name: 'pg',
          include: ['**/*.pg.test.ts'],
          exclude: never,
          globalSetup: ['tests/setup/postgres/shared-postgres.ts'],
          // A worker loads the server once for all its files.
          isolate: false,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          maxWorkers: Math.max(3, cores),
          sequence: { groupOrder: 1 },
        },
      },
      // Each worker has a site of its own; its files take turns.
      {
        test: {
          name: 'e2e',
          setupFiles: ['tests/setup/failed-pages.ts'],
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: [...never, SOUND, ENGINES],
          globalSetup: ['tests/setup/shared-site.ts'],
          isolate: false,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect,
          maxWorkers: browsers,
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
        },
      },
      // Sound is measured in real time: after the rest, each file with a station of its own, mostly waiting. Gecko and
      // WebKit, if installed, work meanwhile, one after the other in one file: with a worker for each of two files of sound.
      {
        test: {
          name: 'sound',
          include: [SOUND],
          ...listening,
        },
      },
      {
        test: {
          name: 'engines',
          include: [ENGINES],
          ...listening,
        },
      },
    ],
  },
});
