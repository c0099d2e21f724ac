import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFormerRelease } from '#tests/setup/former-release.ts';

// Processes of the former release run while migration 0028 renames their tables. Remove together with its views.

const NAMES = [
  ['sale_places', 'sale_queue_entries'],
  ['waiting_places', 'waiting_room_entries'],
  ['traffic_places', 'traffic_locations'],
  ['place_events', 'playback_position_events'],
] as const;

const TAKE = `insert into sale_places (item, buyer, seen_at, created_at)
  select $1, buyer, now(), now() from unnest($2::text[]) with ordinality as come (buyer, turn) order by turn
  on conflict (item, buyer) do update set seen_at = excluded.seen_at returning buyer, id`;
const HEAR = `insert into place_events
    (member_id, device_key, sequence, device_name, stream_id, at, heard_at, moved_ms, received_at)
  select 1, 'phone', unnest($1::int[]), 'a phone', 10001, now(), now(), 20000, now()
  on conflict do nothing returning sequence`;

let release: Awaited<ReturnType<typeof startFormerRelease>>;
/** A process of the former release, connected before the migration. */
let former: pg.Client;

beforeAll(async () => {
  release = await startFormerRelease('0028');
  former = release.former;
  await former.query(`
    insert into members (id, email, email_key) select n, 'm' || n, 'm' || n from generate_series(1, 2) as n;
    insert into media_streams (id, kind, name) values (10001, 'tape', 'a tape');
    insert into waiting_queues (id, name, per_second, opens_at) values (1, 'event:1', 5, now());
    insert into waiting_places (queue_id, member_id, joined_at, turn_at, seen_at) values (1, 1, now(), now(), now())`);
  await former.query({ name: 'take', text: TAKE, values: ['film:1', ['member:1']] });
  await former.query({ name: 'hear', text: HEAR, values: [[1]] });
  await release.migrate();
}, 120_000);
afterAll(() => release.close());

const rowsOf = async (text: string, values: unknown[] = []) => (await former.query(text, values)).rows;

it('keeps rows written under the former names, and shows under each name what is written under the other (0028)', async () => {
  for (const [old, present] of NAMES)
    expect(await rowsOf(`table ${old}`), old).toEqual(await rowsOf(`table ${present}`));
  expect(await rowsOf('select member_id, state from waiting_room_entries')).toEqual([
    { member_id: 1, state: 'waiting' },
  ]);
});

it('lets statements prepared before the migration insert on conflict through the views (0028)', async () => {
  const take = (buyers: string[]) => former.query({ name: 'take', text: TAKE, values: ['film:1', buyers] });
  expect((await take(['member:1', 'guest:1'])).rows).toEqual([
    { buyer: 'member:1', id: 1 },
    { buyer: 'guest:1', id: expect.any(Number) },
  ]);
  const hear = await former.query({ name: 'hear', text: HEAR, values: [[1, 2]] });
  expect(hear.rows).toEqual([{ sequence: '2' }]);
});

it('lets the former release insert with defaults, lock, update and delete under the former names (0028)', async () => {
  const [entry] = await rowsOf(
    `insert into "waiting_places" ("id", "queue_id", "member_id", "state", "joined_at", "turn_at", "seen_at", "entered_at", "ended_at")
     values (default, 1, 2, default, now(), now(), now(), default, default) returning "id", "state"`,
  );
  expect(entry).toEqual({ id: '2', state: 'waiting' });
  expect(
    await rowsOf(
      `update "waiting_places" as place set state = 'entered', entered_at = coalesce(place.entered_at, given.asked_at)
       from unnest($1::int[], $2::timestamptz[]) as given (member_id, asked_at)
       where place.queue_id = 1 and place.member_id = given.member_id returning place.member_id`,
      [[2], ['2026-12-05T11:30:00Z']],
    ),
  ).toEqual([{ member_id: 2 }]);
  expect(
    await rowsOf(
      `insert into traffic_places (id, type, area, name, last_checked_hk) values (default, 1, 'HK', 'a', now()), (default, 2, 'NT', 'b', now())
       returning id`,
    ),
  ).toHaveLength(2);
  await former.query('begin');
  expect(await rowsOf('select id from sale_places where id = 1 for update')).toHaveLength(1);
  await former.query('rollback');
  await former.query('delete from "sale_places" where "sale_places"."id" in ($1)', [1]);
  expect(await rowsOf('select 1 from sale_queue_entries where id = 1')).toEqual([]);
  await former.query(
    `delete from place_events as old where exists (
       select 1 from place_events as later where later.member_id = old.member_id and later.sequence > old.sequence)`,
  );
  expect(await rowsOf('select sequence from playback_position_events')).toEqual([{ sequence: '2' }]);
});

it('enforces the constraints under the former names, and leaves no former name on them (0028)', async () => {
  const wrong = `insert into traffic_places (type, area, name, last_checked_hk) values (9, 'HK', 'x', now())`;
  await expect(former.query(wrong)).rejects.toThrow('traffic_locations_type');
  expect(
    await rowsOf(
      `select conname as name from pg_constraint where conname::text like any ($1::text[])
       union all select relname from pg_class where relkind in ('i', 'S', 'r') and relname::text like any ($1::text[])`,
      [NAMES.map(([old]) => `${old}_%`)],
    ),
  ).toEqual([]);
});
