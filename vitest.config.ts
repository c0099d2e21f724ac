import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', 'build/**', 'data/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...never, '**/*.pg.test.ts'],
          testTimeout: 60_000,
        },
      },
      // Each file brings up a PostgreSQL of its own: two at a time are enough for a machine of two cores.
      {
        test: {
          name: 'pg',
          include: ['**/*.pg.test.ts'],
          exclude: never,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      // One site for all browser files, so they take turns.
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: never,
          globalSetup: ['tests/setup/shared-site.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          maxConcurrency: 3,
        },
      },
    ],
  },
});
