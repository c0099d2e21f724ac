import type { CronItem, Task } from 'graphile-worker';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { forgetHandledWebhooks, HANDLE_WEBHOOK, handleWebhook, type WebhookHandlers } from './webhooks.ts';

const FORGET_WEBHOOKS = 'forget-hook-notices';
const payloadSchema = z.object({ id: z.number().int() });

export function webhookTasks({
  db,
  clock,
  handlers,
}: {
  db: Db;
  clock: () => Date;
  handlers: WebhookHandlers;
}): Record<string, Task> {
  return {
    [HANDLE_WEBHOOK]: (payload) => handleWebhook({ db, handlers, now: clock() }, payloadSchema.parse(payload).id),
    [FORGET_WEBHOOKS]: () => forgetHandledWebhooks({ db, now: clock() }),
  };
}

export const webhookCron: CronItem[] = [
  { task: FORGET_WEBHOOKS, match: '37 19 * * *', identifier: FORGET_WEBHOOKS, options: { maxAttempts: 3 } },
];
