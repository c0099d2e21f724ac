import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isDayHk, type DayHk } from '#shared/hk-time.ts';
import { findDay } from './days.store.ts';
import { findPlays } from './figures.store.ts';

const MOST_ROWS = 1_000;

const playsSchema = z.object({
  station: z.string(),
  advertiser: z.string(),
  dayHk: z.string(),
  isFinal: z.boolean(),
  plays: z.array(
    z.object({
      slot: z.string(),
      pageGroup: z.string(),
      bidder: z.string(),
      fills: z.number(),
      viewables: z.number(),
      clicks: z.number(),
    }),
  ),
});
const proofSchema = z.object({ proof: playsSchema, signature: z.string() });
export type ProofOfPlay = z.infer<typeof proofSchema>;

/** Members in the order of the schema, so that the same proof has the same bytes whoever wrote it down. */
const bytesOf = (proof: ProofOfPlay['proof']): string => JSON.stringify(playsSchema.parse(proof));

/** What stands before the 32 bytes of an Ed25519 key in PKCS 8 (RFC 8410). */
const PKCS8_BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The station's key of proofs follows from its secret, so that it has no file of its own that could be lost. */
function privateKeyOf(secretKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'proof of play, ed25519', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
}

/** What others verify proofs with, as PEM. */
export const proofKey = (secretKey: string): string =>
  createPublicKey(privateKeyOf(secretKey)).export({ format: 'pem', type: 'spki' }).toString();

/** What was shown of an advertiser on a day, signed by the station. */
export async function proofOfPlay(
  { db, secretKey, siteUrl }: { db: Db; secretKey: string; siteUrl: string },
  advertiser: string,
  dayHk: DayHk,
): Promise<ProofOfPlay> {
  if (!isDayHk(dayHk)) throw new DomainError('invalidParam', 'a day is such as 2026-11-21');
  // PostgreSQL has no name for such letters, so no advertiser has it either.
  const name = advertiser.replaceAll('\u0000', '').toWellFormed().slice(0, 120);
  const [day, plays] = await Promise.all([findDay(db, dayHk), findPlays(db, name, dayHk, MOST_ROWS)]);
  if (name === '' || plays.length === 0)
    throw new DomainError('dataNotFound', 'nothing of this advertiser was shown on that day');
  const proof = { station: siteUrl, advertiser: name, dayHk, isFinal: day?.isFinal ?? false, plays };
  return { proof, signature: sign(null, Buffer.from(bytesOf(proof)), privateKeyOf(secretKey)).toString('base64url') };
}

/** Whether a proof is as the owner of a key (PEM, `proofKey`) wrote it; null where the text is none. */
export function verifyProof(publicKey: string, text: string): { isTrue: boolean; proof: ProofOfPlay['proof'] } | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = proofSchema.safeParse(json);
  if (!read.success) return null;
  const { proof, signature } = read.data;
  const isTrue = verify(null, Buffer.from(bytesOf(proof)), publicKey, Buffer.from(signature, 'base64url'));
  return { isTrue, proof };
}
