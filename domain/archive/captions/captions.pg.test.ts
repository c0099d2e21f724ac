import { eq, sql } from 'drizzle-orm';
import { fastify, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archivePrograms, archiveSections, liveCues, programArchives, transcriptCues } from '#db/tables/archive.ts';
import { mediaKeeps, mediaRemovals } from '#db/tables/media.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { correctCue } from '#domain/archive/words/cue-corrections.ts';
import { importTranscript, saidAt } from '#domain/archive/words/transcripts.ts';
import { keepSound, removeSound } from '#domain/media/kept-sound.ts';
import { openEvent } from '#domain/media/streams.ts';
import { indexItem } from '#domain/search/search-index.ts';
import { search } from '#domain/search/search.ts';
import { createCounter } from '#server/counts/counter.ts';
import { frameworkErrors, installErrors } from '#server/web/errors.ts';
import { jsonBodies } from '#server/web/json-bodies.ts';
import { CAPTION_LIMITS } from '#shared/limits.ts';
import { ContentType } from '#shared/enums.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { insertBroadcast } from '#tests/factories/library.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { issueCaptionerToken, withdrawCaptioner } from './captioners.ts';
import { captionsApi } from './captions.api.ts';
import { sliceOf } from './captions.rules.ts';
import { indexCaptions, retireCaptions } from './captions.ts';

const START = new Date('2026-11-28T14:00:00+08:00');
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000);
const ts = (seconds: number): number => at(seconds).getTime() / 1_000;
const hand = { who: 'chan', why: 'a test' };
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let app: FastifyInstance;
let token: string;
let spare: string;
let now = at(0);

async function createApp(): Promise<FastifyInstance> {
  const made = fastify({ frameworkErrors });
  installErrors(made);
  jsonBodies(made);
  made.setValidatorCompiler(validatorCompiler);
  made.setSerializerCompiler(serializerCompiler);
  const counter = createCounter();
  const options = { nowMs: () => now.getTime() };
  await captionsApi(made, {
    db: database.db,
    clock: () => now,
    takePush: counter.limit('captions', CAPTION_LIMITS.pushes, options),
    takeToken: counter.limit('captioner-tokens', CAPTION_LIMITS.wrongTokens, options),
  });
  return made;
}
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertSmallStation(db);
  await insertStreams(db);
  [token, spare] = await db.transaction(async (tx) => [
    await issueCaptionerToken(tx, { now }, hand, { streamId: 881, name: 'steno' }),
    await issueCaptionerToken(tx, { now }, hand, { streamId: 881, name: 'spare' }),
  ]);
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  now = at(60);
  for (const table of [
    liveCues,
    transcriptCues,
    mediaRemovals,
    mediaKeeps,
    archivePrograms,
    archiveSections,
    programArchives,
  ])
    await db.delete(table);
  // Half an hour, of which a minute was on.
  await insertBroadcast(db, { id: 1, programId: 1, startsAt: START, sections: 3 });
  app = await createApp();
});

interface Cue {
  start_ts: number;
  end_ts: number;
  text: string;
  revision?: number;
}
const cue = (second: number, text: string, revision?: number): Cue => ({
  start_ts: ts(second),
  end_ts: ts(second + 3),
  text,
  ...(revision === undefined ? {} : { revision }),
});
const push = async (cues: readonly Cue[], { by = token, channel = 881 }: { by?: string; channel?: number } = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/live/${channel}/captions`,
    headers: by === '' ? {} : { authorization: `Bearer ${by}` },
    payload: { cues },
  });
  const { response } = answer.json<{ response: { detail?: unknown; taken: number } }>();
  return { status: answer.statusCode, response, wait: answer.headers['retry-after'] };
};
const shown = async (second: number) => {
  const answer = await app.inject(`/captions/881/${sliceOf(at(second).getTime())}`);
  return answer.json<{ response: { cues: Cue[] } }>().response.cues.map(({ text }) => text);
};
const transcript = async () =>
  (await database.db.select().from(transcriptCues).orderBy(transcriptCues.startsAt)).map(({ words }) => words);

describe('a captioner', () => {
  it('pushes cues, which every listener reads in slices of half a minute, to the millisecond', async () => {
    expect(await push([cue(40.125, ' 今日\n天晴 '), cue(55, '隧道暢通')])).toMatchObject({
      status: 200,
      response: { taken: 2, unchanged: 0, outdated: 0, kept: 0 },
    });
    const answer = await app.inject(`/captions/881/${sliceOf(at(40).getTime())}`);
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=1');
    expect(answer.json()).toMatchObject({
      response: {
        cues: [
          { start_ts: ts(40.125), end_ts: ts(43.125), text: '今日 天晴' },
          { start_ts: ts(55), text: '隧道暢通' },
        ],
      },
    });
    expect(await shown(20)).toEqual([]);
    expect((await app.inject('/captions/881')).json()).toMatchObject({
      response: { first_ts: ts(40.125), last_ts: ts(58) },
    });
    expect((await app.inject('/captions/903')).json()).toMatchObject({
      response: { first_ts: null, last_ts: null },
    });
  });

  it('revises a cue by its start: once for the same, never back to an older one, and empty to withdraw it', async () => {
    await push([cue(50, '隧道塞車', 1)]);
    expect(await push([cue(50, '隧道塞車', 1)])).toMatchObject({ response: { taken: 0, unchanged: 1 } });
    expect(await push([cue(50, '紅隧塞車', 3)])).toMatchObject({ response: { taken: 1 } });
    expect(await push([cue(50, '隧道', 2)])).toMatchObject({ response: { taken: 0, outdated: 1 } });
    expect([await shown(50), await transcript()]).toEqual([['紅隧塞車'], ['紅隧塞車']]);
    await push([cue(50, '', 4)]);
    await push([cue(50, '紅隧塞車', 3)]);
    now = at(62);
    expect([await shown(50), await transcript()]).toEqual([[], []]);
  });

  it.each([
    ['ahead of the clock', [cue(71, 'x')], 400, 'ahead'],
    ['long ago', [cue(60 - 901, 'x')], 400, 'ago'],
    ['backward', [{ ...cue(50, 'x'), end_ts: ts(50) }], 400, 'ends before'],
    ['too long', [{ ...cue(50, 'x'), end_ts: ts(81) }], 400, 'longer'],
    ['twice at an instant', [cue(50, 'x'), cue(50, 'y')], 400, 'another'],
    ['of too many words', [cue(50, '字'.repeat(201))], 400, '200'],
    ['none', [], 400, ''],
    ['more than a push may hold', Array.from({ length: 101 }, (_, i) => cue(i / 10, 'x')), 400, ''],
    ['too large', [cue(50, 'x'.repeat(200_000))], 413, ''],
  ])('is refused a push of cues %s, whole and in words', async (_what, cues, status, why) => {
    const answer = await push([cue(45, '早啲嘅'), ...cues].slice(cues.length === 0 ? 1 : 0));
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.response.detail) ?? '').toContain(why);
    expect(await database.db.select().from(liveCues)).toEqual([]);
  });

  it('pushes with its own token to its own channel alone, until that is withdrawn, and takes no cue of another', async () => {
    expect((await push([cue(50, 'x')], { by: '' })).status).toBe(401);
    expect((await push([cue(50, 'x')], { by: 'guess' })).status).toBe(401);
    expect((await push([cue(50, 'x')], { channel: 903 })).status).toBe(403);
    expect((await push([cue(50, 'x')])).status).toBe(200);
    expect((await push([cue(50, 'y', 9)], { by: spare })).status).toBe(409);
    await database.db.transaction((tx) => withdrawCaptioner(tx, { now }, hand, 'spare'));
    expect((await push([cue(52, 'y')], { by: spare })).status).toBe(401);
    const written = await database.db.select().from(auditEvents).where(eq(auditEvents.subjectKind, 'captioner'));
    expect(written.map((event) => event.action)).toEqual(
      expect.arrayContaining(['captioners.register', 'captioners.withdraw']),
    );
    expect(JSON.stringify(written)).not.toContain(token);
  });

  it('is limited in pushes, as are guesses of a token, which do not stop it', async () => {
    const { wrongTokens, pushes } = CAPTION_LIMITS;
    for (let i = 0; i < pushes.perSecond * pushes.savedSeconds - 1; i++) await push([cue(50, 'x')]);
    for (let i = 0; i < wrongTokens.perSecond * wrongTokens.savedSeconds; i++) await push([], { by: `guess-${i}` });
    expect((await push([], { by: 'another' })).status).toBe(429);
    expect((await push([cue(50, 'x')])).status).toBe(200);
    expect(await push([cue(50, 'x')])).toMatchObject({ status: 429, wait: '1' });
  });
});

describe('what was captioned', () => {
  it('is the transcript of the replay, and found there', async () => {
    await push([cue(50, '紅磡海底隧道有壞車')]);
    const { db } = database;
    expect(await saidAt(db, { streamId: 881, at: at(51) })).toMatchObject({ words: '紅磡海底隧道有壞車' });
    const { rows } = await db.execute(sql`select run_at from graphile_worker.jobs where key = 'captions/1'`);
    expect(rows.map((row) => new Date(String(row['run_at'])))).toEqual([at(31 * 60)]);
    await indexCaptions(db, 1);
    await indexItem({ db, now }, { contentType: ContentType.PROGRAM_ARCHIVE_SECTION, itemId: 101 });
    expect((await search({ db, now }, { q: '海底隧道' })).hits).toHaveLength(1);
  });

  it('gives way to a better transcript, before and after it is imported', async () => {
    await push([cue(50, '聽錯')]);
    const text = 'WEBVTT\n\n00:49.000 --> 00:53.000\n聽啱\n';
    await database.db.transaction((tx) => importTranscript(tx, { now }, hand, { archiveId: 1, text }));
    await push([cue(50, '又聽錯', 1), cue(58, '聽多咗')]);
    expect(await transcript()).toEqual(['聽啱']);
    expect(await shown(50)).toEqual(['又聽錯', '聽多咗']);
  });

  it('is corrected and deleted by staff for listeners and readers alike, and stays so', async () => {
    await push([cue(50, '粗口'), cue(55, '白字')]);
    const correct = (second: number, wordsBefore: string, words: string) =>
      database.db.transaction((tx) =>
        correctCue(tx, { now }, hand, { archiveId: 1, startsAt: at(second), wordsBefore, words }),
      );
    await correct(50, '粗口', '');
    await correct(55, '白字', '別字');
    expect(await push([cue(50, '粗口', 9), cue(55, '白字', 9)])).toMatchObject({ response: { taken: 0, kept: 2 } });
    expect([await shown(50), await transcript()]).toEqual([['別字'], ['別字']]);
  });

  it('goes with sound that is removed, and with a broadcast that is taken down', async () => {
    await push([cue(50, '一'), cue(55, '二')]);
    expect(await shown(50)).toEqual(['一', '二']);
    const span = { streamId: 881, startsAt: at(49), endsAt: at(52), why: 'law' as const };
    await database.db.transaction((tx) => removeSound(tx, span));
    // Memory of the process and a cache in front hold a slice for a second each.
    now = at(61);
    expect(await shown(50)).toEqual(['二']);
    await database.db.update(programArchives).set({ state: 'taken_down' });
    now = at(62);
    expect(await shown(50)).toEqual([]);
  });

  it('leaves with the rewind window, except from the transcripts of replays', async () => {
    await push([cue(-5, '節目之間'), cue(50, '節目入面')]);
    await retireCaptions({ db: database.db, now: at(8 * 3_600 + 3_590) }, 8 * HOUR_MS);
    expect((await database.db.select().from(liveCues)).length).toBe(2);
    await retireCaptions({ db: database.db, now: at(9 * 3_600 + 60) }, 8 * HOUR_MS);
    expect(await database.db.select().from(liveCues)).toEqual([]);
    expect(await transcript()).toEqual(['節目入面']);
  });
});

describe('captions of an event', () => {
  let stream: number;
  let ticketed: string;
  const atEvent = (cues: readonly Cue[]) => push(cues, { by: ticketed, channel: stream });
  beforeEach(async () => {
    stream = await openEvent(database.db, { name: '演唱會' });
    ticketed = await database.db.transaction((tx) =>
      issueCaptionerToken(tx, { now }, hand, { streamId: stream, name: 'concert' }),
    );
  });

  it('are pushed, revised and withdrawn as those of a channel, by a token of its own, and are public nowhere', async () => {
    expect((await push([cue(50, 'x')], { channel: stream })).status).toBe(403);
    expect((await push([cue(50, 'x')], { by: ticketed })).status).toBe(403);
    expect(await atEvent([cue(50, '多謝', 1), cue(55, '再見', 1)])).toMatchObject({ response: { taken: 2 } });
    await atEvent([cue(50, '多謝大家', 2), cue(55, '', 2)]);
    const kept = await database.db.select().from(liveCues).orderBy(liveCues.startsAt);
    expect(kept.map(({ words }) => words)).toEqual(['多謝大家', '']);
    expect(await transcript()).toEqual([]);
    for (const path of [`/captions/${stream}`, `/captions/${stream}/${sliceOf(at(50).getTime())}`])
      expect((await app.inject(path)).statusCode).toBe(404);
  });

  it('stay as long as its replay, or as its window without one', async () => {
    await atEvent([cue(50, '多謝')]);
    const retire = (hours: number) => retireCaptions({ db: database.db, now: at(hours * 3_600) }, 8 * HOUR_MS);
    const left = async () => (await database.db.select().from(liveCues)).length;
    const kept = { streamId: stream, startsAt: at(0), endsAt: at(3_600), keptUntil: at(48 * 3_600), why: 'event/1' };
    await database.db.transaction((tx) => keepSound(tx, kept));
    await retire(47);
    expect(await left()).toBe(1);
    await retire(49);
    expect(await left()).toBe(0);
    await atEvent([cue(50, '多謝')]);
    await database.db.delete(mediaKeeps);
    // Twelve hours, and one.
    await retire(12);
    expect(await left()).toBe(1);
    await retire(14);
    expect(await left()).toBe(0);
  });

  it('are nobody’s of a stream that is never live', async () => {
    const issue = (streamId: number) =>
      database.db.transaction((tx) => issueCaptionerToken(tx, { now }, hand, { streamId, name: 'wrong' }));
    await expect(issue(999_999)).rejects.toMatchObject({ errorName: 'invalidParam' });
  });
});
