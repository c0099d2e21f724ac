import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adDays } from '#db/tables/audience.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { proofKey, proofOfPlay, verifyProof } from './proof-of-play.ts';

const DAY = '2026-11-20';
const SECRET = 'a secret of this test';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insert(adDays).values({
    dayHk: DAY,
    slot: 'home-leaderboard-1',
    pageGroup: 'home',
    bidder: 'direct',
    advertiser: 'Tea House',
    fills: 12,
    viewables: 9,
  });
});
afterAll(() => database.close());

const proof = () =>
  proofOfPlay({ db: database.db, secretKey: SECRET, siteUrl: 'https://station.example' }, 'Tea House', DAY);

it('is verified by the public key alone, however it is laid out', async () => {
  const key = proofKey(SECRET);
  expect(key).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect(key).not.toContain('PRIVATE');
  const written = await proof();
  expect(verifyProof(key, JSON.stringify(written))).toMatchObject({ isTrue: true, proof: { plays: [{ fills: 12 }] } });
  expect(verifyProof(key, JSON.stringify(written, null, 2))?.isTrue).toBe(true);
  expect(proofKey(SECRET)).toBe(key);
});

it('is not true with a line that somebody changed, another signature, or the key of another', async () => {
  const key = proofKey(SECRET);
  const written = await proof();
  const text = JSON.stringify(written, null, 2);
  expect(verifyProof(key, text.replace('"fills": 12', '"fills": 13'))?.isTrue).toBe(false);
  expect(verifyProof(key, text.replace('Tea House', 'Tea Mouse'))?.isTrue).toBe(false);
  for (const signature of ['', 'AAAA', 'A'.repeat(86), '\u0000'])
    expect(verifyProof(key, JSON.stringify({ ...written, signature }))?.isTrue).toBe(false);
  expect(verifyProof(proofKey('another secret'), text)?.isTrue).toBe(false);
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString();
  expect(verifyProof(stranger, text)?.isTrue).toBe(false);
});

it('is none where the text is none', () => {
  for (const text of ['', '{}', 'null', '[1]', '{"proof":{},"signature":1}'])
    expect(verifyProof(proofKey(SECRET), text)).toBeNull();
});
