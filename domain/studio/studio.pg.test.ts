import { asc, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { archiveSections, programArchives } from '#db/tables/archive.ts';
import { attempts } from '#db/tables/attempts.ts';
import { auditEvents } from '#db/tables/audit.ts';
import { submissions } from '#db/tables/contact.ts';
import { studioLinks, studioMarks } from '#db/tables/studio.ts';
import { cutArchive } from '#domain/archive/cutting/archive-cut.ts';
import { importRundown } from '#domain/archive/words/transcripts.ts';
import { letterActions } from '#domain/contact/contact.actions.ts';
import { takeMarks } from '#domain/songs/songs.ts';
import { instantHk } from '#shared/hk-time.ts';
import { cutAt, insertStreams } from '#tests/factories/archive.ts';
import { DESK_URL, openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { studioActions } from './studio.actions.ts';

// The small station has a programme from 14:00 to 16:00, and another one from then to 18:00.
const at = (minute: number, seconds = 0) => new Date(instantHk('2026-11-21', minute).getTime() + seconds * 1000);
const NOW = at(900);

let desk: OpenDesk;
let producer: Person;
beforeAll(async () => {
  const mailboxes = { contact: 'contact@radio.example', lostproperty: 'traffic@radio.example' };
  const actions = [...studioActions({ deskUrl: DESK_URL }), ...letterActions({ mailboxes })];
  desk = await openTestDesk({ actions });
  await insertSmallStation(desk.db);
  await insertStreams(desk.db);
});
beforeEach(async () => {
  for (const table of [studioMarks, studioLinks, submissions, archiveSections, programArchives, attempts])
    await desk.db.delete(table);
  desk.clock.now = NOW;
  producer = await desk.enter('producer');
});
afterAll(() => desk.close());

const cut = () => cutArchive({ db: desk.db, ...cutAt(desk.clock.now) }, { channelId: 881 });

async function makeLink(channel = 881, name = `room ${channel}`): Promise<string> {
  const input = { channel, name, hours: 12 };
  const { response } = await desk.act('studio-links.create', input, { cookie: producer.cookie });
  const { link } = (response as { result: { link: string } }).result;
  expect(link).toMatch(/^https:\/\/desk\.radio\.example\/studio#[\w-]{43}$/);
  return link.split('#')[1]!;
}
async function openScreen(channel = 881): Promise<string> {
  const { status, cookie } = await desk.call('/api/studio/enter', { body: { token: await makeLink(channel) } });
  expect(status).toBe(200);
  return cookie!;
}
interface Shown {
  on_air: { title: string };
  letters: { letter_id: number; name: string; text: string; read_out_ms: number | null }[];
  marks: { mark_id: number; title: string; at_ms: number }[];
  songs: { current: { title: string } | null; former: { title: string }[]; next: { title: string } | null };
}
const stateOf = async (cookie: string) => (await desk.call('/api/studio/state', { cookie })).response as Shown;
let presses = 0;
const press = (cookie: string, over: object = {}) =>
  desk.call('/api/studio/marks', {
    cookie,
    body: { kind: 'moment', title: 'A moment', age_ms: 0, press_key: `press-key-${(presses += 1)}`, ...over },
  });
const parts = async () =>
  (
    await desk.db
      .select({ part: archiveSections, program: programArchives.programId })
      .from(archiveSections)
      .innerJoin(programArchives, eq(programArchives.id, archiveSections.archiveId))
      .where(isNull(archiveSections.mergedInto))
      .orderBy(asc(archiveSections.startsAt))
  ).map(({ part, program }) => ({ ...part, program }));
const spans = async (program = 1) =>
  (await parts())
    .filter((part) => part.program === program)
    .map(({ startsAt, endsAt, title }) => [startsAt, endsAt, title]);

async function letter(fields: Record<string, string> = {}): Promise<number> {
  const [row] = await desk.db
    .insert(submissions)
    .values({
      form: 'contact',
      fields: {
        topic: 'programme',
        name: '陳大文',
        email: 'chan@example.com',
        phone: '91234567',
        message: '點唱',
        ...fields,
      },
      idempotencyKey: `studio-${(presses += 1)}`,
    })
    .returning({ id: submissions.id });
  return row!.id;
}
const letThrough = (id: number, channel = 881) =>
  desk.act('letters.let-through', { letter_id: id, channel }, { cookie: producer.cookie });

it('opens by its link the studio calls of one channel, and no call of staff', async () => {
  const token = await makeLink();
  const { setCookie } = await desk.call('/api/studio/enter', { body: { token } });
  expect(setCookie).toMatch(/^__Host-studio=.*; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Strict$/);
  const screen = setCookie!.split(';')[0]!;
  const other = await openScreen(903);
  expect((await desk.call('/api/studio/state', { cookie: screen })).response).toMatchObject({ channel: 881 });
  for (const path of ['on-air', 'letters', 'studio-links', 'audit'])
    expect((await desk.call(`/api/staff/${path}`, { cookie: screen })).status, path).toBe(401);
  expect((await desk.call('/api/studio/state', { cookie: producer.cookie })).status).toBe(401);
  // What one channel has, the screen of another neither sees nor changes.
  const id = await letter();
  await letThrough(id);
  const made = (await press(screen)).response as { mark_id: number };
  expect(await stateOf(other)).toMatchObject({ letters: [], marks: [] });
  expect((await press(other, { kind: 'read-out', letter_id: id })).status).toBe(404);
  const back = `/api/studio/marks/${made.mark_id}/take-back`;
  expect((await desk.call(back, { cookie: other, body: {} })).status).toBe(404);
  expect((await press(screen)).status).toBe(200);
  const foreign = { cookie: screen, origin: 'https://elsewhere.example', body: {} };
  expect((await desk.call(back, foreign)).status).toBe(403);
});

it('shows a link once, stores its token nowhere, and says why a screen whose link was withdrawn or is over stops', async () => {
  const token = await makeLink();
  const kept = [
    await desk.db.select().from(studioLinks),
    await desk.db.select().from(auditEvents),
    (await desk.call('/api/staff/studio-links', { cookie: producer.cookie })).response,
  ];
  expect(JSON.stringify(kept)).not.toContain(token);
  const cookie = (await desk.call('/api/studio/enter', { body: { token } })).cookie!;
  await stateOf(cookie);
  const list = async (who = producer) =>
    ((await desk.call('/api/staff/studio-links', { cookie: who.cookie })).response as { items: object[] }).items;
  expect(await list()).toMatchObject([{ name: 'room 881', channel: 881, seen_ts: NOW.getTime() / 1000 }]);
  // A role that is limited to another channel sees nothing of it, and cannot end it.
  const limited = await desk.enter('producer', { kind: 'channel', id: '903' });
  expect(await list(limited)).toEqual([]);
  const [{ link_id: id }] = (await list()) as [{ link_id: number }];
  expect((await desk.act('studio-links.end', { link_id: id }, { cookie: limited.cookie })).status).toBe(403);
  expect((await desk.act('studio-links.end', { link_id: id }, { cookie: producer.cookie })).status).toBe(200);
  const ended = { status: 401, response: { detail: { why: 'studio-link-ended' } } };
  expect(await desk.call('/api/studio/state', { cookie })).toMatchObject(ended);
  expect(await desk.call('/api/studio/enter', { body: { token } })).toMatchObject(ended);
  expect(await press(cookie)).toMatchObject(ended);
  const next = await openScreen();
  desk.clock.now = new Date(NOW.getTime() + 12 * 3_600_000);
  expect(await desk.call('/api/studio/state', { cookie: next })).toMatchObject(ended);
});

it('refuses more than fifty living links, and guesses of tokens by address', async () => {
  await desk.db.insert(studioLinks).values(
    Array.from({ length: 50 }, (_, n) => ({
      channelId: 881 as const,
      name: `room ${n}`,
      tokenHash: Buffer.from(`hash ${n}`),
      createdBy: producer.id,
      createdAt: NOW,
      endsAt: at(960),
    })),
  );
  const input = { channel: 881, name: 'one more', hours: 12 };
  const create = () => desk.act('studio-links.create', input, { cookie: producer.cookie });
  expect((await create()).status).toBe(409);
  await desk.db.update(studioLinks).set({ endedAt: NOW }).where(eq(studioLinks.name, 'room 0'));
  expect((await create()).status).toBe(200);
  const guess = () => desk.call('/api/studio/enter', { body: { token: 'x'.repeat(43) } });
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n += 1) statuses.add((await guess()).status);
  expect([...statuses]).toEqual([401]);
  expect((await guess()).status).toBe(429);
});

it('makes a mark a part of the replay with its answer, while the programme runs, and a repeated press the same mark', async () => {
  await cut();
  const whole = (await parts()).find(({ program }) => program === 1);
  const screen = await openScreen();
  const sent = { press_key: 'one-and-the-same', title: 'A moment' };
  const replies = await Promise.all([
    press(screen, sent),
    press(screen, sent),
    press(screen, { ...sent, age_ms: 4_000 }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(replies.map(({ response }) => JSON.stringify(response))).size).toBe(1);
  const first = (replies[0]!.response as { at_ms: number }).at_ms;
  expect(await spans()).toEqual([
    [at(840), new Date(first), null],
    [new Date(first), at(960), 'A moment'],
  ]);
  // The part that was split keeps its id, which members have saved.
  const [former, marked] = (await parts()).filter(({ program }) => program === 1);
  expect(former!.id).toBe(whole!.id);
  // It stays through later cuts, and after a rundown was imported.
  desk.clock.now = at(961);
  await cut();
  expect((await parts()).find(({ id }) => id === marked!.id)).toMatchObject({ title: 'A moment', source: 'studio' });
  const text = 'WEBVTT\n\n00:00:00.000 --> 00:30:00.000\nFirst\n\n00:30:00.000 --> 02:00:00.000\nSecond\n';
  const hand = { who: 'a test', why: 'a test' };
  const given = { archiveId: former!.archiveId, text };
  await desk.db.transaction((tx) => importRundown(tx, { now: desk.clock.now }, hand, given));
  expect((await spans()).map(([, , title]) => title)).toEqual(['First', 'Second', 'A moment']);
});

it('takes a mark back while its programme runs, and not later; both are in the audit under the name of the screen', async () => {
  await cut();
  const screen = await openScreen();
  const marked = (await press(screen)).response as { mark_id: number };
  desk.clock.now = at(901);
  const later = (await press(screen, { title: 'Another' })).response as { mark_id: number };
  const back = (id: number) => desk.call(`/api/studio/marks/${id}/take-back`, { cookie: screen, body: {} });
  expect((await back(later.mark_id)).status).toBe(200);
  expect((await back(later.mark_id)).status).toBe(200);
  expect((await stateOf(screen)).marks).toMatchObject([{ mark_id: marked.mark_id }]);
  expect(await spans()).toEqual([
    [at(840), NOW, null],
    [NOW, at(960), 'A moment'],
  ]);
  desk.clock.now = at(961);
  expect((await back(marked.mark_id)).status).toBe(409);
  const recorded = await desk.db.select().from(auditEvents).where(eq(auditEvents.who, 'studio: room 881'));
  const about = recorded.filter(({ at: when }) => when >= NOW).map(({ action }) => action);
  expect(about.slice(-3)).toEqual(['studio.mark', 'studio.mark', 'studio.take-back']);
});

it('gives a press that is sent late to the programme that was on air when it was made, ten minutes back at most', async () => {
  const screen = await openScreen();
  desk.clock.now = at(960, 5);
  await cut();
  expect((await press(screen, { title: 'Before', age_ms: 6_000 })).status).toBe(200);
  expect((await press(screen, { title: 'After' })).status).toBe(200);
  expect((await press(screen, { age_ms: 600_001 })).status).toBe(400);
  expect((await spans(1)).at(-1)).toEqual([at(959, 59), at(960), 'Before']);
  expect((await spans(5)).at(-1)).toEqual([at(960, 5), at(1080), 'After']);
  // The screen lists those of the programme on air.
  expect((await stateOf(screen)).marks.map(({ title }) => title)).toEqual(['After']);
});

it('keeps a mark of a programme that has only begun, and makes it a part once that is cut', async () => {
  const screen = await openScreen();
  expect((await press(screen)).status).toBe(200);
  const { rows } = await desk.database.pool.query<{ task: string }>(
    `select task_identifier as task from graphile_worker.jobs`,
  );
  expect(rows.map(({ task }) => task)).toContain('cut-archive');
  await cut();
  expect((await spans()).at(-1)).toEqual([NOW, at(960), 'A moment']);
});

it('refuses more than two hundred marks of a programme', async () => {
  const screen = await openScreen();
  const [link] = await desk.db.select().from(studioLinks);
  await desk.db.insert(studioMarks).values(
    Array.from({ length: 200 }, (_, n) => ({
      linkId: link!.id,
      channelId: 881 as const,
      at: at(850, n),
      kind: 'moment' as const,
      title: 'x',
      pressKey: `many-${n}`,
    })),
  );
  expect((await press(screen)).status).toBe(409);
});

it('shows letters that were let through, without addresses and numbers, and when each was read', async () => {
  const screen = await openScreen();
  const message = '多謝，打 9123 4567 或者 +852 61234567 / 85251234567，電郵 chan@example.com，生日 2001-02-03';
  const shown = await letter({ message, name: '陳大文 91234567' });
  await letter({ message: 'kept by the station' });
  await letThrough(await letter({ message: 'for another channel' }), 903);
  const complaint = await letter({ topic: 'complaint' });
  expect((await letThrough(complaint)).status).toBe(409);
  expect((await letThrough(shown)).response).toMatchObject({ undo: { action: 'letters.keep-back' } });
  const { letters } = await stateOf(screen);
  expect(letters).toEqual([
    { letter_id: shown, name: '陳大文 …', text: '多謝，打 … 或者 … / …，電郵 …，生日 2001-02-03', read_out_ms: null },
  ]);
  const read = await press(screen, { kind: 'read-out', letter_id: shown, title: 'A letter', age_ms: 2_000 });
  expect((await stateOf(screen)).letters).toMatchObject([{ read_out_ms: NOW.getTime() - 2_000 }]);
  const { mark_id: id } = read.response as { mark_id: number };
  await desk.call(`/api/studio/marks/${id}/take-back`, { cookie: screen, body: {} });
  expect((await stateOf(screen)).letters).toMatchObject([{ read_out_ms: null }]);
  const again = (await press(screen, { kind: 'read-out', letter_id: shown })).response as { mark_id: number };
  await desk.act('letters.keep-back', { letter_id: shown }, { cookie: producer.cookie });
  // Its mark can still be undone.
  const taken = await desk.call(`/api/studio/marks/${again.mark_id}/take-back`, { cookie: screen, body: {} });
  expect(taken.status).toBe(200);
  expect((await stateOf(screen)).letters).toEqual([]);
  const engineer = await desk.enter('engineer');
  const input = { letter_id: shown, channel: 881 };
  expect((await desk.act('letters.let-through', input, { cookie: engineer.cookie })).status).toBe(403);
});

it('shows the song that sounds, the three before it and the one to come', async () => {
  const song = (title: string, startsAt: Date, endsAt: Date | null) => ({
    reportId: title,
    revision: 1,
    kind: 'song' as const,
    startsAt,
    endsAt,
    title,
    artist: 'Somebody',
    programId: null,
    isWithdrawn: false,
  });
  const songs = ['a', 'b', 'c', 'd', 'e'].map((title, n) => song(title, at(880 + n * 4), at(883 + n * 4)));
  const ahead = [song('now', at(899), null), song('next', at(903), null), song('after', at(907), null)];
  await desk.db.transaction((tx) => takeMarks(tx, 881, [...songs, ...ahead]));
  const shown = (await stateOf(await openScreen())).songs;
  expect(shown).toMatchObject({ current: { title: 'now' }, next: { title: 'next' } });
  expect(shown.former.map(({ title }) => title)).toEqual(['e', 'd', 'c']);
});
