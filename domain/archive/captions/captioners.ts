import { createHash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { findStream } from '#domain/media/streams.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible } from '#shared/staff/refusals.ts';
import { deactivateCaptioner, findCaptionerByHash, selectCaptioners, upsertCaptioner } from './captions.store.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The captioner that owns a token. Undefined if the token is unknown or revoked. */
export const findCaptioner = (db: Db, token: string) => findCaptionerByHash(db, sha256(token));

/** Captioners of all channels and events, including those with a revoked token. */
export const listCaptioners = (db: Db) => selectCaptioners(db);

/** Adds a captioner, or replaces stream and token of the one with that name. Only the hash of the token is stored. */
export const registerCaptioner = (
  db: Db,
  { streamId, name, token }: { streamId: number; name: string; token: string },
): Promise<void> => upsertCaptioner(db, { streamId, name, tokenHash: sha256(token) });

/**
 * Issues a token, which is returned here alone. The same name again gets another; the old one ends. Throws `invalidParam`
 * unless the stream is that of a channel or an event.
 */
export async function issueCaptionerToken(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { streamId, name }: { streamId: number; name: string },
): Promise<string> {
  const kind = (await findStream(tx, streamId))?.kind;
  if (kind !== 'channel' && kind !== 'event') throw impossible('stream-not-live');
  const token = randomBytes(32).toString('base64url');
  await registerCaptioner(tx, { streamId, name, token });
  const entry = {
    action: 'captioners.register',
    subject: ['captioner', name],
    after: { streamId },
  } as const;
  await recordAudit(tx, hand, entry, now);
  return token;
}

/** Revokes a token at once. Throws `dataNotFound`. */
export async function withdrawCaptioner(tx: Tx, { now }: { now: Date }, hand: Hand, name: string): Promise<void> {
  if (!(await deactivateCaptioner(tx, name))) throw new DomainError('dataNotFound', 'no captioner has that name');
  await recordAudit(tx, hand, { action: 'captioners.withdraw', subject: ['captioner', name] }, now);
}
