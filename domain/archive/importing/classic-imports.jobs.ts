import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import { forgetUploads } from '#domain/uploads/uploads.ts';
import { IMPORT_CLASSIC, queueImports, runImport, type ClassicImportServices } from './classic-imports.ts';
import { CLASSIC_UPLOADS } from './classic-imports.rules.ts';

const GO_ON_WITH_CLASSICS = 'go-on-with-classics';

const payload = z.object({ importId: z.number().int() });

/** Worker tasks: one classic at a time. */
export const classicImportTasks = ({
  services,
  clock,
}: {
  services: ClassicImportServices;
  clock: () => Date;
}): Record<string, Task> => ({
  [IMPORT_CLASSIC]: async (given) => {
    await runImport(services, payload.parse(given).importId, { clock });
    await queueImports(services, clock());
  },
  [GO_ON_WITH_CLASSICS]: async () => {
    await queueImports(services, clock());
    await forgetUploads(services.uploads, CLASSIC_UPLOADS, clock());
  },
});

/** Each minute, for imports left by a killed process. */
export const classicImportCron: CronItem[] = [
  { task: GO_ON_WITH_CLASSICS, match: '* * * * *', identifier: GO_ON_WITH_CLASSICS, options: { maxAttempts: 1 } },
];
