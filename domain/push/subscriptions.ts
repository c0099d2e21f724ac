import { ECDH } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { demandAttempt } from '#domain/attempts/attempts.ts';
import type { Actor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { queueTestNotification } from './messages.ts';
import type { PushServices, Receiver } from './push-services.ts';
import {
  changedSettings,
  DEFAULT_SETTINGS,
  isAllowedEndpoint,
  isComplete,
  MAX_DEVICES,
  type PushSettings,
  type SettingsChange,
} from './push.rules.ts';
import {
  deleteSubscriptions,
  findSubscription,
  lockSubscription,
  removeKind,
  replaceTopics,
  saveSubscription,
  trimDevices,
  type Owner,
  type Subscription,
  type Topic,
} from './push.store.ts';
import { readStopToken } from './stop-tokens.ts';

// A browser authenticates by its endpoint and the secret of its subscription, which no other page knows.

type Proof = Pick<Receiver, 'endpoint' | 'auth'>;

const ownerOf = (actor: Actor): Owner | null =>
  actor.kind === 'member' ? { memberId: actor.memberId, sessionId: actor.sessionId } : null;

/** What a guest made belongs to the member who logs in to the browser, with its settings. */
const isOf = ({ memberId }: Pick<Subscription, 'memberId'>, actor: Actor): boolean =>
  memberId === null || memberId === ownerOf(actor)?.memberId;

/** The subscription of this browser and its visitor. `dataNotFound` for what is another's as for what is not there. */
async function demandOwn(db: Db, actor: Actor, { endpoint, auth }: Proof): Promise<Subscription> {
  const found = await findSubscription(db, endpoint);
  if (found === null || found.auth !== auth || !isOf(found, actor)) throw new DomainError('dataNotFound');
  return found;
}

const settingsOf = ({ kinds, quietFrom, quietUntil, isAlwaysWarned, perDay }: PushSettings): PushSettings => ({
  kinds,
  quietFrom,
  quietUntil,
  isAlwaysWarned,
  perDay,
});

/** Whether a key is a point of the curve: with any other, no message could be encrypted. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}

export const getSettings = async (db: Db, actor: Actor, proof: Proof): Promise<PushSettings> =>
  settingsOf(await demandOwn(db, actor, proof));

/**
 * Registers a browser, or changes settings of it. It belongs to its visitor from now on: a member's follows count, or a
 * guest's topics. Omitted settings stay as they are, except those of another member, which nobody inherits.
 * `dataNotFound` to change some settings of a browser that is not registered.
 */
export async function saveOwn(
  { db, allowed }: Pick<PushServices, 'db' | 'allowed'>,
  actor: Actor,
  {
    receiver,
    topics,
    settings,
  }: { receiver: Receiver; topics: readonly Topic[]; settings?: SettingsChange | undefined },
  { now, address }: { now: Date; address: string },
): Promise<PushSettings> {
  const { endpoint } = receiver;
  if (!isAllowedEndpoint(endpoint, allowed))
    throw new DomainError('invalidParam', { fieldErrors: { endpoint: ['not a push service that we know'] } });
  if (!isPoint(receiver.p256dh)) throw new DomainError('invalidParam', { fieldErrors: { p256dh: ['not a key'] } });
  await demandAttempt(db, `push:save:${address}`, { ...NOTIFICATION_LIMITS.savesOfAddress, now });
  const owner = ownerOf(actor);
  return db.transaction(async (tx) => {
    const former = await lockSubscription(tx, endpoint);
    if (former !== null && former.auth !== receiver.auth) throw new DomainError('forbidden');
    const isOwn = former !== null && isOf(former, actor);
    // Turned off meanwhile: a press on a page that still shows settings would turn it on again, with kinds that were off.
    if (!isOwn && settings !== undefined && !isComplete(settings)) throw new DomainError('dataNotFound');
    const saved = changedSettings(isOwn ? former : DEFAULT_SETTINGS, settings ?? {});
    const id = await saveSubscription(tx, receiver, owner, saved, now);
    await replaceTopics(tx, id, owner === null ? topics : []);
    if (owner !== null) await trimDevices(tx, owner.memberId, MAX_DEVICES);
    return saved;
  });
}

/** Forgets a browser. Idempotent; whoever has its secret may end it. */
export async function forget(db: Db, { endpoint, auth }: Proof): Promise<void> {
  const found = await findSubscription(db, endpoint);
  if (found?.auth === auth) await deleteSubscriptions(db, [found.id]);
}

/** Sends the browser a notification to try. */
export async function testOwn(db: Db, actor: Actor, proof: Proof, now: Date): Promise<void> {
  const { id } = await demandOwn(db, actor, proof);
  await demandAttempt(db, `push:test:${id}`, { ...NOTIFICATION_LIMITS.tests, now });
  await queueTestNotification(db, id, now);
}

/** Turns a kind off by the token of a notification. `dataNotFound` if it is invalid or its browser is gone. */
export async function stopKind(
  { db, secretKey }: Pick<PushServices, 'db' | 'secretKey'>,
  token: string,
  now: Date,
): Promise<void> {
  const read = readStopToken(secretKey, token);
  if (read === null || !(await removeKind(db, read.subscriptionId, read.kind, now)))
    throw new DomainError('dataNotFound');
}
