import { eq } from 'drizzle-orm';
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, oneof, string } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { members } from '#db/tables/members.ts';
import { rentals } from '#db/tables/films.ts';
import { TAPE_STARTS_AT } from '#domain/media/kept-sound.ts';
import { sessionHashOf } from '#domain/playback/playback.ts';
import { readGrant } from '#domain/playback/grants/grants.ts';
import { rebuildIndex } from '#domain/search/search-index.ts';
import { createFilmDoubles, emptyRentals, FILM_MS, FILM_STREAM, insertFilms } from '#tests/factories/money/rentals.ts';
import { createMemberCalls, minutesOn, START, type LoggedInMember } from '#tests/factories/accounts/member-calls.ts';
import { giveRental } from './rentals.ts';
import {
  filmReplySchema,
  filmsReplySchema,
  ownFilmsReplySchema,
  playbackReplySchema,
  type PlaybackWire,
} from './films.schema.ts';

const MINUTE = 1;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const doubles = createFilmDoubles();
let calls: Awaited<ReturnType<typeof createMemberCalls>>;
beforeAll(async () => {
  calls = await createMemberCalls(undefined, { playback: doubles.playback, films: doubles.films });
  await insertFilms(calls.db);
});
afterAll(() => calls.close());
beforeEach(async () => {
  await emptyRentals(calls.db);
  await calls.reset();
});

async function viewer(email: string, { isVerified = true } = {}): Promise<LoggedInMember> {
  const member = await calls.member(email);
  if (isVerified) await calls.db.update(members).set({ emailVerifiedAt: START }).where(eq(members.id, member.memberId));
  return member;
}
const rent = ({ memberId }: LoggedInMember, film = { id: 821, rentDays: 30, watchHours: 48 }) =>
  calls.db.transaction((tx) => giveRental(tx, { memberId, film, source: 'hand', now: calls.clock.now }));
const at = (minutes: number) => {
  calls.clock.now = minutesOn(minutes);
};

const play = (as: LoggedInMember | null, { id = 821, device = 'device-one' } = {}) =>
  calls.call(as, `premium/${id}/playback?device_key=${device}`);
const press = (as: LoggedInMember) => calls.call(as, 'premium/821/playback', { device_key: 'device-one' });
async function played(as: LoggedInMember, device?: string): Promise<PlaybackWire> {
  const reply = await play(as, device === undefined ? {} : { device });
  expect(reply.response_code).toBe(200);
  return playbackReplySchema.parse(reply.response);
}
const grantIn = (path: string | undefined) =>
  readGrant(doubles.keys(), path?.split('/')[2] ?? '', calls.clock.now.getTime());
const grantOf = (reply: PlaybackWire) => grantIn(reply.items[0]?.path);

let sequence = 0;
/** A player's report, sent every ten seconds. */
function say(
  as: LoggedInMember,
  { lease }: PlaybackWire,
  over: { movedS?: number; isPaused?: boolean; ageS?: number; atS?: number },
) {
  const { movedS = 0, isPaused = false, ageS = 0, atS = 0 } = over;
  const nowS = calls.clock.now.getTime() / 1000;
  sequence += 1;
  const event = {
    sequence,
    stream_id: FILM_STREAM,
    at_ts: TAPE_STARTS_AT / 1000 + atS,
    age_s: ageS,
    clock_ts: nowS - ageS,
    moved_s: movedS,
  };
  return calls.call(as, 'playback/lease', {
    lease_id: lease.id,
    epoch: lease.epoch,
    is_paused: isPaused,
    device_key: 'device-one',
    sent_ts: nowS,
    places: movedS > 0 ? [event] : [],
  });
}
const startedOf = async () => (await calls.db.select().from(rentals))[0]?.startedAt ?? null;

describe('lists of films', () => {
  it('have what is public, the newest first, under the names of an item of a list', async () => {
    const { items, total } = filmsReplySchema.parse((await calls.call(null, 'premium')).response);
    expect(items.map(({ item_id: id }) => id)).toEqual([821, 822, 823]);
    expect(total).toBe(3);
    expect(items[0]).toMatchObject({
      content_type: 500,
      title: '回聲三十音樂會',
      premium_content_category: { category_id: 1, category_name: '現場音樂' },
      price: 88,
      duration: 5_400,
      is_full_movie: true,
      may_be_rented: true,
      rent_days: 30,
      watch_hours: 48,
    });
    expect(items[1]).toMatchObject({ price: 38.5, is_full_movie: false, rent_days: 7, watch_hours: 24 });
    // Announced: nothing to watch, and not on sale.
    expect(items[2]).toMatchObject({ duration: null, may_be_rented: false, has_video: false });
  });

  it('are those of a category, or what a keyword finds in the one index', async () => {
    const ofTwo = filmsReplySchema.parse((await calls.call(null, 'premium?category_id=2')).response);
    expect(ofTwo.items.map(({ item_id: id }) => id)).toEqual([822, 823]);
    await rebuildIndex({ db: calls.db, now: START });
    const found = filmsReplySchema.parse(
      (await calls.call(null, `premium?q=${encodeURIComponent('音樂會')}`)).response,
    );
    expect(found.items.map(({ item_id: id }) => id)).toEqual([821]);
    const tomorrow = await calls.call(null, `premium?q=${encodeURIComponent('聽日先有')}`);
    expect(filmsReplySchema.parse(tomorrow.response).items).toEqual([]);
  });

  it('lead to a film, whose trailer is everybody’s and signed for nobody', async () => {
    const film = filmReplySchema.parse((await calls.call(null, 'premium/821')).response);
    expect(film).toMatchObject({ trailer: '/api/premium/821/trailer.m3u8', trailer_duration: 90 });
    const reply = await calls.app.inject({ method: 'GET', url: film.trailer! });
    expect(reply.statusCode).toBe(302);
    expect(grantIn(reply.headers.location)).toMatchObject({ leaseId: null, sessionHash: null });
    expect((await calls.call(null, 'premium/822/trailer.m3u8')).response_code).toBe(9);
  });

  it('know no film that is not there, or not yet', async () => {
    for (const id of ['1', '824', '99999999999'])
      expect((await calls.call(null, `premium/${id}`)).response_code).toBe(6);
  });
});

describe('who may watch', () => {
  it('is a member whose address is proved and who rented it, and nobody else', async () => {
    expect((await play(null)).response_code).toBe(10004);
    const unproved = await viewer('unproved@member.example', { isVerified: false });
    await rent(unproved);
    expect(await play(unproved)).toMatchObject({ status: 403, response_code: 1 });
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const other = await viewer('other@member.example');
    expect(await play(other)).toMatchObject({ status: 403, response_code: '121001' });
    // One film's rental grants nothing for another.
    expect((await play(owner, { id: 822 })).response_code).toBe('121001');
    expect((await play(owner)).response_code).toBe(200);
  });

  it('gets addresses for this browser’s session alone, of no more than five minutes', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const grant = grantOf(await played(owner))!;
    expect(grant.sessionHash).toEqual(sessionHashOf(owner.cookie.replace('__Host-session=', '')));
    expect(grant.leaseId).not.toBeNull();
    expect(grant.expiresAt).toBe(START.getTime() + 5 * 60_000);
  });

  it('reads words under the grant alone, as it sees the picture', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const { captions, items } = await played(owner);
    const token = items[0]!.path.split('/')[2];
    expect(captions).toEqual([
      { lang: 'zh-HK', label: '中文字幕', src: `/replay/${token}/${FILM_STREAM}/captions/zh-HK.vtt` },
    ]);
  });

  it('plays on as many devices at once as a plan’s members do', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    await played(owner, 'device-one');
    await played(owner, 'device-two');
    expect((await play(owner, { device: 'device-three' })).response_code).toBe('121003');
  });
});

describe('the hours', () => {
  it('are begun by no call that fetches addresses: these open one minute', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    await played(owner);
    const reply = await played(owner);
    expect(await startedOf()).toBeNull();
    expect(reply.window).toEqual({
      startsAt: null,
      mustFinishBy: minutesOn(2 * DAY).getTime() / 1000,
      endsAt: minutesOn(30 * DAY).getTime() / 1000,
    });
    expect(grantOf(reply)).toMatchObject({ from: TAPE_STARTS_AT, to: TAPE_STARTS_AT + 60_000 });
  });

  it('open no minute after the other to who reports positions and never that anything moves', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const nowS = START.getTime() / 1000;
    const event = { sequence: 1, stream_id: FILM_STREAM, at_ts: TAPE_STARTS_AT / 1000 + 600, age_s: 0, moved_s: 60 };
    const told = { device_key: 'device-one', sent_ts: nowS, places: [{ ...event, clock_ts: nowS }] };
    expect((await calls.call(owner, 'playback/places', told)).response_code).toBe(200);
    sequence += 1;
    const reply = await played(owner);
    expect(reply.place).toBeNull();
    expect(grantOf(reply)).toMatchObject({ from: TAPE_STARTS_AT, to: TAPE_STARTS_AT + 60_000 });
    expect(await startedOf()).toBeNull();
  });

  it('go on where the film was left, when it is rented again', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const first = playbackReplySchema.parse((await press(owner)).response);
    await say(owner, first, { movedS: 12, atS: 1_200 });
    at(3 * DAY);
    const later = await calls.session(owner.memberId);
    await rent(later);
    const reply = await played(later);
    const leftMs = TAPE_STARTS_AT + 1_200_000;
    expect(reply.place).toMatchObject({ at_ts: leftMs / 1000 });
    expect(grantOf(reply)).toMatchObject({ from: leftMs, to: leftMs + 60_000 });
  });

  it('begin with the first word that the picture moved, which is answered with all of the film', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const reply = await played(owner);
    for (const said of [{}, { movedS: 12, isPaused: true }, { movedS: 12, ageS: 7_200 }]) {
      const { response } = await say(owner, reply, said);
      expect(await startedOf()).toBeNull();
      const { grant } = response as { grant: string | null };
      if (grant !== null) expect(grantIn(`//${grant}`)?.to).toBe(TAPE_STARTS_AT + 60_000);
    }
    at(3);
    const { response } = await say(owner, reply, { movedS: 12 });
    expect(await startedOf()).toEqual(minutesOn(3));
    expect(grantIn(`//${(response as { grant: string }).grant}`)).toMatchObject({
      from: TAPE_STARTS_AT,
      to: TAPE_STARTS_AT + FILM_MS,
    });
    at(5);
    await say(owner, reply, { movedS: 12 });
    expect(await startedOf()).toEqual(minutesOn(3));
    expect((await played(owner)).window).toMatchObject({ startsAt: minutesOn(3).getTime() / 1000 });
  });

  it('begin once where two devices say so at the same time', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const one = await played(owner, 'device-one');
    const two = await played(owner, 'device-two');
    at(1);
    await Promise.all([say(owner, one, { movedS: 12 }), say(owner, two, { movedS: 12 })]);
    const rows = await calls.db.select().from(rentals);
    expect(rows.map(({ startedAt, endsAt }) => [startedAt, endsAt])).toEqual([[minutesOn(1), minutesOn(1 + 2 * DAY)]]);
  });

  it('begin with the press of a player that cannot change its address', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const { response } = await press(owner);
    expect(await startedOf()).toEqual(START);
    expect(grantOf(playbackReplySchema.parse(response))?.to).toBe(TAPE_STARTS_AT + FILM_MS);
    expect((await calls.call(null, 'premium/821/playback', { device_key: 'device-one' })).response_code).toBe(10004);
  });

  it.each([
    ['48 hours after the picture moved', 0, 2 * DAY],
    ['on day 30, however late it was begun', 30 * DAY - 10, 30 * DAY],
  ])('end %s, with every address', async (_name, beginAt, endAt) => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    at(beginAt);
    const fresh = await calls.session(owner.memberId);
    const reply = playbackReplySchema.parse((await press(fresh)).response);
    expect(reply.window.endsAt).toBe(minutesOn(endAt).getTime() / 1000);
    at(endAt - 1);
    const last = await calls.session(owner.memberId);
    expect(grantOf(await played(last))?.expiresAt).toBe(minutesOn(endAt).getTime());
    at(endAt);
    const after = await calls.session(owner.memberId);
    expect((await play(after)).response_code).toBe('121001');
  });

  it('stop what plays when they are over', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    const reply = playbackReplySchema.parse((await press(owner)).response);
    await calls.db.update(rentals).set({ endedAt: START, endedWhy: 'refunded' });
    expect((await say(owner, reply, { movedS: 12 })).response_code).toBe('121001');
  });
});

describe('what a member rented', () => {
  const mine = async (as: LoggedInMember) => ownFilmsReplySchema.parse((await calls.call(as, 'premium/my')).response);

  it('is told with the time that is left by the station’s clock, and to nobody else', async () => {
    const owner = await viewer('owner@member.example');
    await rent(owner);
    await rent(owner, { id: 822, rentDays: 7, watchHours: 24 });
    await press(owner);
    at(HOUR);
    const { items, history } = await mine(owner);
    expect(items.map(({ item_id: id, state, left_s: left }) => [id, state, left])).toEqual([
      [821, 'in_use', 47 * 3_600],
      [822, 'not_started', 7 * 86_400 - 3_600],
    ]);
    expect(history).toEqual([]);
    const other = await viewer('other@member.example');
    expect(await mine(other)).toMatchObject({ items: [], history: [] });
    expect((await calls.call(null, 'premium/my')).response_code).toBe(10004);
  });

  it('goes over to the history when it ends, from which its member alone takes it', async () => {
    const owner = await viewer('owner@member.example');
    const { id } = await rent(owner);
    const remove = (as: LoggedInMember) =>
      calls.app.inject({ method: 'DELETE', url: `/api/premium/my/${id}`, headers: { cookie: as.cookie } });
    expect((await remove(owner)).statusCode).toBe(404);
    at(30 * DAY);
    const later = await calls.session(owner.memberId);
    const { items, history } = await mine(later);
    expect([items, history.map(({ state }) => state)]).toEqual([[], ['over']]);
    const other = await viewer('other@member.example');
    expect((await remove(other)).statusCode).toBe(404);
    expect((await remove(later)).statusCode).toBe(200);
    expect((await mine(later)).history).toEqual([]);
  });
});

it('answers whatever it is asked with a reply, and never with a fault of ours', async () => {
  const owner = await viewer('owner@member.example');
  await rent(owner);
  const words = oneof(string(), constantFrom('821', '0', '-1', '1e9', '99999999999', "'", '%00', 'device-one'));
  await assert(
    asyncProperty(
      constantFrom('premium', 'premium/my', 'premium/821', 'premium/821/playback'),
      dictionary(constantFrom('q', 'offset', 'category_id', 'device_key', 'device_name', 'take_over_lease'), words),
      async (path, query) => {
        const { status } = await calls.call(owner, `${path}?${new URLSearchParams(query).toString()}`);
        expect(status).toBeLessThan(500);
      },
    ),
    { numRuns: 60 },
  );
  await assert(
    asyncProperty(words, jsonValue(), async (id, body) => {
      const payload = typeof body === 'object' && body !== null ? body : { body };
      const { status } = await calls.call(owner, `premium/${encodeURIComponent(id)}/playback`, payload);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});
