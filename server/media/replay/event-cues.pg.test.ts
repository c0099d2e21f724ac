import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { captioners, liveCues } from '#db/tables/archive.ts';
import { mediaRemovals } from '#db/tables/media.ts';
import { registerCaptioner } from '#domain/archive/captions/captioners.ts';
import { sliceOf } from '#domain/archive/captions/captions.rules.ts';
import { takeCaptions } from '#domain/archive/captions/captions.ts';
import { removeSound } from '#domain/media/kept-sound.ts';
import { openEvent } from '#domain/media/streams.ts';
import type { Grant } from '#domain/playback/grants/grant.types.ts';
import { addChannels, startOrigin, type OriginUnderTest } from '#tests/factories/media/media-origin.ts';
import { openGate, tokenOfGrant } from '#tests/factories/playback/replay-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';

// Captions of a ticketed event are as paid for as its picture.

const SECRET = 'a-session-secret';
const LEASE = '00000000-0000-4000-8000-000000000001';
const sessionHash = createHash('sha256').update(SECRET).digest().subarray(0, 16);
const cookie = `__Host-session=${SECRET}`;
const START = Date.UTC(2026, 10, 21, 12);
const at = (seconds: number): number => START + seconds * 1_000;

let database: TestDatabase;
let server: OriginUnderTest;
let now = new Date(START);
let stream = 0;
const gate = openGate();

beforeAll(async () => {
  database = await createTestDatabase();
  await addChannels(database);
  server = await startOrigin(database, { now: () => now, replay: { gate, siteUrl: 'https://radio.example' } });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  now = new Date(at(60));
  gate.ended.clear();
  for (const table of [liveCues, captioners, mediaRemovals]) await db.delete(table);
  stream = await openEvent(db, { name: '演唱會' });
  await registerCaptioner(db, { streamId: stream, name: 'steno', token: 'a-token' });
  const [captioner] = await db.select().from(captioners);
  const cues = ['多謝大家', '下一首'].map((text, i) => ({
    start_ts: new Date(at(i * 40)),
    end_ts: new Date(at(i * 40 + 3)),
    text,
    revision: 0,
  }));
  await db.transaction((tx) => takeCaptions(tx, { now }, captioner!, cues));
});

const grantOf = (changes: Partial<Grant> = {}): string =>
  tokenOfGrant({
    streamId: stream,
    from: at(0),
    to: at(36_000),
    leaseId: LEASE,
    sessionHash,
    expiresAt: now.getTime() + 300_000,
    open: true,
    remoteSerial: null,
    ...changes,
  });
const get = (grant: string, rest = '', headers: Record<string, string> = { cookie }, of = stream) =>
  fetch(`${server.address}/replay/${grant}/${of}/cues${rest}`, { headers });
const sliceAt = (seconds: number): string => `/${sliceOf(at(seconds))}`;
interface CuesReply {
  response: { cues: { text: string; start_ts: number }[]; first_ts: number | null; last_ts: number | null };
}
const words = async (grant: string, seconds: number, headers?: Record<string, string>): Promise<string[]> => {
  const answer = await get(grant, sliceAt(seconds), headers);
  return ((await answer.json()) as CuesReply).response.cues.map(({ text }) => text);
};

it('gives who sees the picture what is said, by slices of its own timeline, kept by no cache', async () => {
  const answer = await get(grantOf(), sliceAt(0));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(((await answer.json()) as CuesReply).response.cues).toEqual([
    { start_ts: at(0) / 1_000, end_ts: at(3) / 1_000, text: '多謝大家' },
  ]);
  expect(await words(grantOf(), 40)).toEqual(['下一首']);
  const span = (await (await get(grantOf())).json()) as CuesReply;
  expect(span.response).toEqual({ first_ts: at(0) / 1_000, last_ts: at(43) / 1_000 });
  // Its replay.
  expect(await words(grantOf({ open: false, to: at(600) }), 40)).toEqual(['下一首']);
});

it('refuses them without a right, with another’s, for another stream, outside its span and after its end', async () => {
  const statuses = async (grant: string, headers?: Record<string, string>) =>
    Promise.all(['', sliceAt(0)].map(async (rest) => (await get(grant, rest, headers)).status));
  expect(await statuses(grantOf())).toEqual([200, 200]);
  expect(await statuses('no-grant')).toEqual([403, 403]);
  // A guest, and another member, with the address of a holder.
  expect(await statuses(grantOf(), {})).toEqual([403, 403]);
  expect(await statuses(grantOf(), { cookie: '__Host-session=another-session' })).toEqual([403, 403]);
  expect(await statuses(grantOf({ expiresAt: now.getTime() }))).toEqual([403, 403]);
  expect(await statuses(grantOf({ streamId: stream + 1 }))).toEqual([403, 403]);
  const later = grantOf({ from: at(120), to: at(180) });
  expect((await get(later, sliceAt(0))).status).toBe(403);
  expect(((await (await get(later)).json()) as CuesReply).response.first_ts).toBeNull();
  // Its ticket was refunded, or another device took over.
  gate.ended.add(LEASE);
  expect(await statuses(grantOf())).toEqual([403, 403]);
});

it('gives of a slice no more than a grant covers, as of the free beginning that tests a device', async () => {
  const free = { leaseId: null, sessionHash: null, open: false };
  const from = sliceOf(at(40)) - START / 1_000;
  expect(await words(grantOf({ ...free, to: at(from + 5) }), 40, {})).toEqual([]);
  expect(await words(grantOf({ ...free, to: at(41) }), 40, {})).toEqual(['下一首']);
});

it('goes with removed sound, and has nothing of channels and films', async () => {
  expect(await words(grantOf(), 0)).toEqual(['多謝大家']);
  const span = { streamId: stream, startsAt: new Date(at(0)), endsAt: new Date(at(2)), why: 'law' as const };
  await database.db.transaction((tx) => removeSound(tx, span));
  // Memory of the process holds a slice for a second.
  now = new Date(at(62));
  expect(await words(grantOf(), 0)).toEqual([]);
  for (const streamId of [881, 1_000_001])
    expect((await get(grantOf({ streamId }), sliceAt(0), { cookie }, streamId)).status).toBe(404);
  expect((await get(grantOf(), '/17')).status).toBe(400);
});
