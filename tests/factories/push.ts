import { fastify } from 'fastify';
import type { Database, Db } from '#db/database.ts';
import { takeSessionLock } from '#db/session-lock.ts';
import { pushDeliveries, pushMessages, pushSubscriptions } from '#db/tables/push.ts';
import type { PushServices, SendingServices } from '#domain/push/push.ts';
import { DEFAULT_SETTINGS, type PushSettings } from '#domain/push/push.rules.ts';
import { sendDue } from '#domain/push/sending.ts';
import { saveOwn } from '#domain/push/subscriptions.ts';
import type { Topic } from '#domain/push/push.store.ts';
import { pushRoutes } from '#sandbox/push/push-routes.ts';
import { createPushSandbox, type PushSandbox, type SandboxSubscription } from '#sandbox/push/push-service.ts';
import { vapidKeysOf } from '#server/outside/web-push/vapid-keys.ts';
import { createPushSender } from '#server/outside/web-push/web-push.ts';
import { GUEST, type Actor } from '#shared/actor.ts';

export const PUSH_SECRET = 'a key for tests of thirty-two letters';
const LOCK = 72_001;

/** A listening push service, and the messages sent to a browser. */
export async function startPushService() {
  const app = fastify({ forceCloseConnections: true });
  let sandbox: PushSandbox | null = null;
  await app.register((scope) =>
    pushRoutes(scope, {
      // Known once it listens.
      sandbox: new Proxy({} as PushSandbox, { get: (_, name) => Reflect.get(sandbox!, name) as unknown }),
    }),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `${url}/send/`;
  sandbox = createPushSandbox(base);
  const shownTo = ({ endpoint }: { endpoint: string }) =>
    sandbox
      .told(endpoint)
      .map(({ text }) => JSON.parse(text) as { id: number; title: string; body: string; path: string; tag: string });
  return { base, sandbox, shownTo, close: () => app.close() };
}

export const keys = vapidKeysOf(PUSH_SECRET);

export const pushServicesOf = (db: Db, base: string): PushServices => ({
  db,
  secretKey: PUSH_SECRET,
  publicKey: keys.publicKey,
  allowed: { hosts: ['push.example', '*.push.example'], sandbox: base },
});

export const sendingServicesOf = ({ db, pool }: Pick<Database, 'db' | 'pool'>): SendingServices => ({
  db,
  secretKey: PUSH_SECRET,
  siteUrl: 'https://radio.example',
  send: createPushSender(keys, { subject: 'mailto:station@radio.example' }),
  acquireSenderLock: () => takeSessionLock(pool, LOCK),
});

/** Sends what is due at an instant, as the worker does. */
export const sendAt = (database: Pick<Database, 'db' | 'pool'>, now: Date): Promise<void> =>
  sendDue(sendingServicesOf(database), () => now, new AbortController().signal);

/** Registers a browser of the sandbox, without a limit of the address. */
export async function subscribe(
  db: Db,
  service: { base: string; sandbox: PushSandbox },
  {
    actor = GUEST,
    topics = [],
    settings = {},
    now = new Date(),
  }: { actor?: Actor; topics?: Topic[]; settings?: Partial<PushSettings>; now?: Date } = {},
): Promise<SandboxSubscription> {
  const browser = service.sandbox.subscribe({ key: keys.publicKey });
  const { endpoint } = browser;
  const asked = { receiver: { endpoint, ...browser.keys }, topics, settings: { ...DEFAULT_SETTINGS, ...settings } };
  await saveOwn(pushServicesOf(db, service.base), actor, asked, { now, address: endpoint });
  return browser;
}

/** Many guests, written in one statement. */
export async function subscribeMany(
  db: Db,
  { sandbox }: { sandbox: PushSandbox },
  many: number,
): Promise<SandboxSubscription[]> {
  const browsers = Array.from({ length: many }, () => sandbox.subscribe({ key: keys.publicKey }));
  for (let from = 0; from < many; from += 1_000)
    await db
      .insert(pushSubscriptions)
      .values(
        browsers.slice(from, from + 1_000).map((one) => ({ endpoint: one.endpoint, ...one.keys, ...DEFAULT_SETTINGS })),
      );
  return browsers;
}

export async function emptyPush(db: Db): Promise<void> {
  for (const table of [pushDeliveries, pushMessages, pushSubscriptions]) await db.delete(table);
}
