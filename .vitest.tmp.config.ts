import { defineConfig } from 'vitest/config';
export default defineConfig({ root: '/work/wt/domain', test: { include: ['domain/**/*.test.ts','server/**/*.test.ts','shared/**/*.test.ts','sandbox/**/*.test.ts'], maxWorkers: 2 } });
