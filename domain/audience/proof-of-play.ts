import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
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

function signatureOf(secretKey: string, proof: ProofOfPlay['proof']): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'proof of play', 32));
  return createHmac('sha256', key).update(bytesOf(proof)).digest('base64url');
}

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
  return { proof, signature: signatureOf(secretKey, proof) };
}

/** Whether a proof is as the station wrote it; null where the text is none. */
export function verifyProof(secretKey: string, text: string): { isTrue: boolean; proof: ProofOfPlay['proof'] } | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = proofSchema.safeParse(json);
  if (!read.success) return null;
  const told = Buffer.from(read.data.signature);
  const own = Buffer.from(signatureOf(secretKey, read.data.proof));
  return { isTrue: told.length === own.length && timingSafeEqual(told, own), proof: read.data.proof };
}
