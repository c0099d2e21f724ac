import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { DomainError } from '#shared/domain-error.ts';
import { isDayHk, type DayHk } from '#shared/hk-time.ts';
import { findDay } from './days.store.ts';
import { findPlays } from './figures.store.ts';

const MAX_ROWS = 1_000;

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

/** Fields in schema order, so that equal proofs have equal bytes. */
const bytesOf = (proof: ProofOfPlay['proof']): string => JSON.stringify(playsSchema.parse(proof));

/** PKCS 8 prefix of the 32-byte seed of an Ed25519 key (RFC 8410). */
const PKCS8_BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signing key is derived from the station's secret, so that no key file can be lost. */
function privateKeyOf(secretKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'proof of play, ed25519', 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_BEFORE_SEED, seed]), format: 'der', type: 'pkcs8' });
}

/** The public key for verifying proofs, as PEM. */
export const proofKey = (secretKey: string): string =>
  createPublicKey(privateKeyOf(secretKey)).export({ format: 'pem', type: 'spki' }).toString();

/** What was shown of an advertiser on a day, signed by the station. */
export async function proofOfPlay(
  { db, secretKey, siteUrl }: { db: Db; secretKey: string; siteUrl: string },
  advertiser: string,
  dayHk: DayHk,
): Promise<ProofOfPlay> {
  if (!isDayHk(dayHk)) throw new DomainError('invalidParam', 'the day must have the form YYYY-MM-DD');
  // PostgreSQL cannot store these characters, so no advertiser name contains them.
  const name = advertiser.replaceAll('\u0000', '').toWellFormed().slice(0, 120);
  const [day, plays] = await Promise.all([findDay(db, dayHk), findPlays(db, name, dayHk, MAX_ROWS)]);
  if (name === '' || plays.length === 0)
    throw new DomainError('dataNotFound', 'no advertisement of this advertiser was shown on that day');
  const proof = { station: siteUrl, advertiser: name, dayHk, isFinal: day?.isFinal ?? false, plays };
  return { proof, signature: sign(null, Buffer.from(bytesOf(proof)), privateKeyOf(secretKey)).toString('base64url') };
}

/** Verifies a proof with a public key (PEM, `proofKey`). Null if the text is not a proof. */
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
