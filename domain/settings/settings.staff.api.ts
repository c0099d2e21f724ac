import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { listSettings } from './changing.ts';
import type { LeverKey } from './settings.rules.ts';
import { LEVER_POSITIONS } from './settings.rules.ts';
import type { MailSamples } from './mail-samples.types.ts';
import { listMails, previewMail } from './mail-words.ts';
import { mailKeySchema, mailTextShape } from './settings.schema.ts';

const changed = { changed_by: z.string().nullable(), changed_ts: z.number().nullable() };
const revision = z.string().describe('Of the value, from which a change is made');

const settingsSchema = z.object({
  switches: z.array(
    z.object({
      key: z.string(),
      is_method: z.boolean().describe('Whether it is a payment method, which needs the permission for money'),
      off: z.object({ message: z.string(), ends_ts: z.number() }).nullable().describe('Null: it is on'),
      ...changed,
    }),
  ),
  levers: z.array(
    z.object({
      key: z.string(),
      position: z.enum(LEVER_POSITIONS),
      is_pulled: z.boolean().describe('In the process that answers; by load, others may differ'),
      revision,
      ...changed,
    }),
  ),
  load: z
    .object({ is_high: z.boolean(), lag_ms: z.number(), requests_per_second: z.number() })
    .describe('Of the process that answers'),
  notes: z.array(z.object({ key: z.string(), value: z.string(), revision, ...changed })),
  retention: z.array(
    z.object({
      key: z.string(),
      days: z.number().int(),
      default_days: z.number().int(),
      min: z.number().int(),
      max: z.number().int(),
      revision,
      ...changed,
    }),
  ),
  fixed: z
    .array(z.object({ key: z.string(), days: z.number().int() }))
    .describe('Kept for so long, and not to be changed here'),
});

const textSchema = z.object({ subject: z.string(), paragraphs: z.array(z.string()) });
const mailsSchema = z.object({
  items: z.array(
    z.object({
      key: z.string(),
      is_editable: z.boolean(),
      code: textSchema.nullable().describe('In the code'),
      text: textSchema.nullable().describe('Of now'),
      placeholders: z.array(z.string()),
      revision: z.string(),
      ...changed,
    }),
  ),
});
const previewSchema = z.object({ subject: z.string(), text: z.string(), light: z.string(), dark: z.string() });

export interface SettingsServices {
  db: Db;
  clock: () => Date;
  mails: MailSamples;
  /** What is kept for a fixed time, in days. */
  fixed: readonly { key: string; days: number }[];
  /** Levers and load of this process. */
  levers: {
    isPulled(key: LeverKey): boolean;
    load(): { isHigh: boolean; lagMs: number; requestsPerSecond: number };
  };
}

/** The settings that the station may change: those of the registry and no other. */
export async function settingsStaffApi(
  app: FastifyInstance,
  { db, clock, mails, fixed, levers }: SettingsServices,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['settings'];
  api.get(
    '/api/staff/settings',
    {
      schema: {
        tags,
        summary: 'Switches, words above forms, and how long things are kept',
        response: { 200: wrapped(settingsSchema), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...staffOnly('settings.edit', 'settings.switch', 'settings.retention', 'money.reconcile'),
    },
    async () => {
      const settings = await listSettings({ db, now: clock() });
      const { isHigh, lagMs, requestsPerSecond } = levers.load();
      return ok({
        ...settings,
        levers: settings.levers.map((one) => ({ ...one, is_pulled: levers.isPulled(one.key) })),
        load: { is_high: isHigh, lag_ms: Math.round(lagMs), requests_per_second: Math.round(requestsPerSecond) },
        fixed: [...fixed],
      });
    },
  );
  api.get(
    '/api/staff/settings/mails',
    {
      schema: {
        tags,
        summary: 'Every mail of the station with its text',
        response: { 200: wrapped(mailsSchema), ...refusals('notAuthenticated', 'forbidden') },
      },
      ...staffOnly('settings.edit'),
    },
    async () => ok({ items: await listMails(db, mails) }),
  );
  api.post(
    '/api/staff/settings/mail-preview',
    {
      schema: {
        tags,
        summary: 'A mail with invented content as its reader sees it, in the given words',
        body: z.object({
          key: mailKeySchema,
          text: z.object(mailTextShape).nullable().describe('Null: a mail with a fixed text'),
        }),
        response: {
          200: wrapped(previewSchema),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
        },
      },
      ...staffOnly('settings.edit'),
    },
    async ({ body: { key, text } }) => ok(previewMail(mails, key, text)),
  );
}
