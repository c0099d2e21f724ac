import { hash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { queueJob } from '#db/outbox.ts';
import type { MessageKind, NotificationKind } from '#shared/notification-kinds.ts';
import { insertDelivery, insertMessage, type Message } from './messages.store.ts';
import { pushWords } from './push.words.ts';
import { stopToken } from './stop-tokens.ts';

/** Queued when there is something to send. */
export const SEND_PUSH = 'send-push';
/** Queued with it: mails have receivers of their own. */
export const MAIL_NOTICES = 'mail-notices';

/** Sent before others, with high urgency. */
const FIRST: readonly MessageKind[] = ['news', 'weather', 'tunnel'];

/** An event of the station, as sent to its followers. */
export interface Announcement {
  cause: string;
  kind: NotificationKind;
  /** Pairs such as `program:12`; empty: everybody who has the kind on. */
  topics: string[];
  title: string;
  body: string;
  path: string;
  tag: string;
  expiresAt: Date;
}

const queueSending = (tx: Tx): Promise<void> => queueJob(tx, SEND_PUSH, {}, { jobKey: SEND_PUSH });

/** Queues one message per event, however often seen. Returns how many were new. */
export async function queueAnnouncements(db: Db, announcements: readonly Announcement[], now: Date): Promise<number> {
  let isNew = 0;
  for (const one of announcements)
    await db.transaction(async (tx) => {
      const message = { ...one, isUrgent: FIRST.includes(one.kind), madeAt: now };
      if (one.expiresAt <= now || (await insertMessage(tx, message)) === null) return;
      isNew += 1;
      await queueSending(tx);
      await queueJob(tx, MAIL_NOTICES, {}, { jobKey: MAIL_NOTICES });
    });
  return isNew;
}

const TEST_MS = 5 * 60_000;

/** Sends one browser a notification, so that its owner sees that it works. */
export async function queueTestNotification(db: Db, subscriptionId: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const id = await insertMessage(tx, {
      ...pushWords.test,
      cause: `test:${subscriptionId}:${now.getTime()}`,
      kind: 'test',
      topics: [],
      path: '/following/notify',
      tag: 'test',
      isUrgent: true,
      madeAt: now,
      expiresAt: new Date(now.getTime() + TEST_MS),
      fannedAt: now,
      mailedAt: now,
    });
    if (id === null) return;
    await insertDelivery(tx, id, subscriptionId, now);
    await queueSending(tx);
  });
}

/** Topic at the push service: anything else of this tag that waits there is replaced. */
export const topicOf = ({ tag }: Pick<Message, 'tag'>): string => hash('sha256', tag, 'base64url').slice(0, 32);

/** What the service worker shows (`public/sw.js`). */
export function payloadOf(
  { id, kind, title, body, path, tag }: Pick<Message, 'id' | 'kind' | 'title' | 'body' | 'path' | 'tag'>,
  subscriptionId: number,
  secretKey: string,
): string {
  const stop = kind !== 'test' && { token: stopToken(secretKey, subscriptionId, kind), words: pushWords.stop };
  return JSON.stringify({ id, title, body, path, tag, ...(stop && { stop }) });
}
