import type { Db, Tx } from '#db/database.ts';
import { keptSince } from '#domain/settings/settings.ts';
import {
  countWaitingWebhooks,
  deleteHandledWebhooks,
  insertWebhooks,
  listWaitingWebhooks,
  lockWebhook,
  markHandled,
  saveWebhookError,
} from './webhooks.store.ts';

export const HANDLE_WEBHOOK = 'handle-hook-notice';

/** With the backoff of the queue about three and a half hours, longer than most outages. */
const MAX_ATTEMPTS = 10;
const MAX_ERROR_CHARS = 500;
/** As many as a person reads. */
const TRACED = 20;

/** A webhook event, as parsed by its `read`. */
export interface Webhook {
  provider: string;
  /** Deduplication key: at most 200 characters, the same for every delivery of an event. */
  eventId: string;
  kind: string;
  /** JSON with our own ids. Must not contain phone numbers, addresses or names of people. */
  payload: string;
}

/** Handles a webhook in the transaction that marks it handled. If it throws, the webhook is retried. */
export type WebhookHandler = (tx: Tx, payload: string, on: { now: Date }) => Promise<void>;

/** Handlers by provider and kind. */
export type WebhookHandlers = Readonly<Record<string, Readonly<Record<string, WebhookHandler>>>>;

interface Context {
  db: Db;
  now: Date;
}

type Kept = Webhook & { receivedAt: Date };
interface Waiting {
  webhook: Kept;
  done: (isNew: boolean) => void;
  fail: (error: unknown) => void;
}
/** Webhooks to be written in the next batch, by database. */
const rooms = new WeakMap<Db, { waiting: Waiting[]; writers: number }>();
const AT_ONCE = 100;
/** The next batch is prepared while the previous one commits. */
const WRITERS = 2;

const isSame = (one: Pick<Webhook, 'provider' | 'eventId'>, other: Pick<Webhook, 'provider' | 'eventId'>): boolean =>
  one.provider === other.provider && one.eventId === other.eventId;

async function writeTogether(db: Db, batch: readonly Waiting[]): Promise<void> {
  const webhooks = batch.map(({ webhook }) => webhook);
  const written = await insertWebhooks(db, webhooks, { task: HANDLE_WEBHOOK, maxAttempts: MAX_ATTEMPTS });
  for (const { webhook, done } of batch) {
    const at = written.findIndex((one) => isSame(one, webhook));
    // Duplicates within a batch: only one of them counts as new.
    if (at >= 0) written.splice(at, 1);
    done(at >= 0);
  }
}

async function write(db: Db, room: { waiting: Waiting[]; writers: number }): Promise<void> {
  room.writers++;
  while (room.waiting.length > 0) {
    const batch = room.waiting.splice(0, AT_ONCE);
    // If a batch fails, its webhooks are written one by one, so that an invalid one fails alone.
    await writeTogether(db, batch).catch(() =>
      Promise.all(batch.map((one) => writeTogether(db, [one]).catch(one.fail))),
    );
  }
  room.writers--;
}

/**
 * Stores a webhook and queues its handling atomically; durable once resolved. Concurrent webhooks are written in
 * batches, because PostgreSQL serialises commits that notify a worker. False if the provider has delivered the event
 * before.
 */
export function receiveWebhook({ db, now }: Context, webhook: Webhook): Promise<boolean> {
  const room = rooms.get(db) ?? { waiting: [], writers: 0 };
  rooms.set(db, room);
  return new Promise((done, fail) => {
    room.waiting.push({ webhook: { ...webhook, receivedAt: now }, done, fail });
    if (room.writers < WRITERS) void write(db, room);
  });
}

/** Passes a webhook to its handler, once, however often it is called. Rethrows and records the handler's error. */
export async function handleWebhook(
  { db, now, handlers }: Context & { handlers: WebhookHandlers },
  id: number,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, id);
      if (!webhook) return;
      const handle = handlers[webhook.provider]?.[webhook.kind];
      if (!handle) throw new Error(`no handler for webhook "${webhook.kind}" of provider "${webhook.provider}"`);
      await handle(tx, webhook.payload, { now });
      await markHandled(tx, id, now);
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await saveWebhookError(db, id, words.slice(0, MAX_ERROR_CHARS));
    throw error;
  }
}

/** Unhandled webhooks by provider and kind, for metrics. */
export async function webhookBacklog({ db, now }: Context) {
  const waiting = await countWaitingWebhooks(db);
  return waiting.map(({ oldestAt, ...rest }) => ({
    ...rest,
    oldestSeconds: oldestAt ? Math.max(0, (now.getTime() - oldestAt.getTime()) / 1000) : 0,
  }));
}

/** The oldest unhandled webhooks with their last errors, for operators. */
export const waitingWebhooks = ({ db }: { db: Db }) => listWaitingWebhooks(db, TRACED);

/** Cron: deletes webhooks that were handled long ago. */
export const forgetHandledWebhooks = async ({ db, now }: Context): Promise<void> =>
  deleteHandledWebhooks(db, await keptSince({ db, now }, 'keep.webhooks'));
