import { createHash, randomBytes } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { ChannelId } from '#shared/enums.ts';
import { deactivateCaptioner, findCaptionerByHash, selectCaptioners, upsertCaptioner } from './captions.store.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The captioner that owns a token. Undefined if the token is unknown or revoked. */
export const findCaptioner = (db: Db, token: string) => findCaptionerByHash(db, sha256(token));

/** Captioners of all channels, including those with a revoked token. */
export const listCaptioners = (db: Db) => selectCaptioners(db);

/** Adds a captioner, or replaces channel and token of the one with that name. Only the hash of the token is stored. */
export const registerCaptioner = (
  db: Db,
  { channelId, name, token }: { channelId: ChannelId; name: string; token: string },
): Promise<void> => upsertCaptioner(db, { streamId: channelId, name, tokenHash: sha256(token) });

/** Issues a token, which is returned here alone. The same name again gets another; the old one ends. */
export async function issueCaptionerToken(
  tx: Tx,
  { now }: { now: Date },
  hand: Hand,
  { channelId, name }: { channelId: ChannelId; name: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await registerCaptioner(tx, { channelId, name, token });
  const entry = {
    action: 'captioners.register',
    subject: ['captioner', name],
    after: { streamId: channelId },
  } as const;
  await recordAudit(tx, hand, entry, now);
  return token;
}

/** Revokes a token at once. Throws `dataNotFound`. */
export async function withdrawCaptioner(tx: Tx, { now }: { now: Date }, hand: Hand, name: string): Promise<void> {
  if (!(await deactivateCaptioner(tx, name))) throw new DomainError('dataNotFound', 'no captioner has that name');
  await recordAudit(tx, hand, { action: 'captioners.withdraw', subject: ['captioner', name] }, now);
}
