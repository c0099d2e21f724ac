import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/setup/slowest-first.ts';

const never = ['**/node_modules/**', 'build/**', 'data/**'];
const SOUND = 'tests/e2e/sound/**/*.e2e.ts';
const ENGINES = 'tests/e2e/engines/**/*.e2e.ts';
const cores = availableParallelism();
/** A browser, its site and its test need slightly more than one core, and mostly wait. */
const browsers = Math.max(2, cores - 1);
/** Conditions of pages are polled this long, however busy the machine is. */
const expect = { poll: { timeout: 60_000 } };
/** Ends a test or hook that hangs: far more than any takes, so that a busy machine fails none. */
const HANG_MS = 600_000;
/** The first line of a failure is not truncated, because CI repeats only that line. */
const chaiConfig = { truncateThreshold: 0 };

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
          testTimeout: 60_000,
        },
      },
      // Each worker has a PostgreSQL of its own; its files take turns, each with a database of its own. One more than cores:
      // some files mostly wait for an encoder or a clock.
      {
        test: {
          name: 'pg',
          include: ['**/*.pg.test.ts'],
          exclude: never,
          globalSetup: ['tests/setup/shared-postgres.ts'],
          // A worker loads the server once for all its files.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
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
      // Sound is measured in real time: after the rest, each file with a station of its own, mostly waiting.
      {
        test: {
          name: 'sound',
          setupFiles: ['tests/setup/failed-pages.ts'],
          include: [SOUND],
          exclude: never,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect,
          maxWorkers: Math.max(2, browsers),
          sequence: { groupOrder: 3 },
        },
      },
      // Gecko and WebKit, if installed: last and alone, because they are the heaviest.
      {
        test: {
          name: 'engines',
          setupFiles: ['tests/setup/failed-pages.ts'],
          include: [ENGINES],
          exclude: never,
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          expect,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
