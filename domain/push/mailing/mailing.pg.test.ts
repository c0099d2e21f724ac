import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { follows } from '#db/tables/follows.ts';
import { mails } from '#db/tables/mail.ts';
import { members } from '#db/tables/members.ts';
import { noticeMailDeliveries, noticeMails } from '#db/tables/push.ts';
import type { NotificationKind } from '#shared/notification-kinds.ts';
import { insertMember as insertAnyMember } from '#tests/factories/accounts/member-services.ts';
import { insertStreams } from '#tests/factories/archive.ts';
import { emptyPush, PUSH_SECRET } from '#tests/factories/push.ts';
import { insertSmallStation } from '#tests/factories/station.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { queueAnnouncements } from '../messages.ts';
import { DEFAULT_SETTINGS, type PushSettings } from '../push.rules.ts';
import { readStopMailToken, stopMailToken } from '../stop-tokens.ts';
import { mailNotices } from './mailing.ts';
import { getMailSettings, saveMailSettings, stopMail } from './notice-mails.ts';

const NOON = new Date('2026-11-28T12:00:00+08:00');
const at = (clock: string, day = '2026-11-28') => new Date(`${day}T${clock}:00+08:00`);
const siteUrl = 'https://radio.example';

let database: TestDatabase;
let memberId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertStreams(database.db);
  await insertSmallStation(database.db);
  memberId = await insertMember('reader@member.example');
});
beforeEach(async () => {
  await emptyPush(database.db);
  await database.db.delete(noticeMails);
  await database.db.delete(mails);
  await database.db.delete(follows);
  await database.db.update(members).set({ emailVerifiedAt: NOON, state: 'active' });
  await database.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => database.close());

const insertMember = (email: string) => insertAnyMember(database.db, email, { emailVerifiedAt: NOON });
const save = (some: Partial<PushSettings>, id = memberId) =>
  saveMailSettings(database.db, { memberId: id }, { ...DEFAULT_SETTINGS, ...some }, NOON);
const mailAt = (now: Date) =>
  mailNotices({ db: database.db, secretKey: PUSH_SECRET, siteUrl }, () => now, new AbortController().signal);
const sent = () => database.db.select().from(mails).orderBy(mails.id);
/** An event of the station whose cause stays so. */
const queue = (
  cause: string,
  {
    kind = 'news',
    topics = [],
    now = NOON,
    hours = 24,
  }: { kind?: NotificationKind; topics?: string[]; now?: Date; hours?: number } = {},
) =>
  queueAnnouncements(
    database.db,
    [
      {
        cause: `always:${cause}`,
        kind,
        topics,
        title: '突發新聞',
        body: cause,
        path: '/news',
        tag: kind,
        expiresAt: new Date(now.getTime() + hours * 3_600_000),
      },
    ],
    now,
  );

it('mails whoever asked for the kind and follows the subject, once, and nobody who did not', async () => {
  const [other, silent] = [await insertMember('other@member.example'), await insertMember('silent@member.example')];
  await save({ kinds: ['replay'] });
  await save({ kinds: ['replay'] }, other);
  await save({ kinds: ['news'] }, silent);
  await database.db.insert(follows).values([
    { memberId, kind: 'program', subject: '1' },
    { memberId: other, kind: 'program', subject: '2' },
    { memberId: silent, kind: 'program', subject: '1' },
  ]);
  await queue('新重溫', { kind: 'replay', topics: ['program:1', 'host:1'] });
  await mailAt(NOON);
  await mailAt(NOON);
  expect(await sent()).toMatchObject([{ recipient: 'reader@member.example', memberId, template: 'notice' }]);
});

it('mails at a verified address alone: one that is not, or whose member is not active, gets none', async () => {
  await save({ kinds: ['news'] });
  await database.db.update(members).set({ emailVerifiedAt: null });
  await expect(save({ kinds: ['news'] })).rejects.toMatchObject({ errorName: 'forbidden' });
  expect((await getMailSettings(database.db, { memberId })).isVerified).toBe(false);
  await queue('一');
  await mailAt(NOON);
  await database.db.update(members).set({ emailVerifiedAt: NOON, state: 'inactive' });
  await queue('二');
  await mailAt(NOON);
  expect(await sent()).toEqual([]);
});

it('holds back through quiet hours, then mails all that is still worth it as one mail, which counts once', async () => {
  await save({ kinds: ['news'], quietFrom: 23, quietUntil: 7, perDay: 1 });
  const night = at('23:30');
  await queue('夜晚一', { now: night });
  await queue('夜晚二', { now: night });
  await queue('過時', { now: night, hours: 2 });
  await mailAt(night);
  expect(await sent()).toEqual([]);
  const morning = at('07:00', '2026-11-29');
  await mailAt(morning);
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail!.textBody).toContain('夜晚一');
  expect(mail!.textBody).toContain('夜晚二');
  expect(mail!.textBody).not.toContain('過時');
  await queue('超過', { now: morning });
  await mailAt(morning);
  expect(await sent()).toHaveLength(1);
  await queue('第二日', { now: at('12:00', '2026-11-30') });
  await mailAt(at('12:00', '2026-11-30'));
  expect(await sent()).toHaveLength(2);
  expect(await database.db.select().from(noticeMailDeliveries)).toEqual([]);
});

it('mails each once though workers run at once and one fails midway', async () => {
  const others = await Promise.all(Array.from({ length: 12 }, (_, n) => insertMember(`many${n}@member.example`)));
  for (const id of others) await save({ kinds: ['news'] }, id);
  await queue('一次');
  await database.db.execute(sql`
    create function fail_one() returns trigger language plpgsql as $$ begin
      if new.recipient = 'many5@member.example' then raise exception 'killed'; end if; return new; end $$`);
  await database.db.execute(
    sql`create trigger fail_one before insert on mails for each row execute function fail_one()`,
  );
  await expect(mailAt(NOON)).rejects.toThrow();
  await database.db.execute(sql`drop trigger fail_one on mails`);
  await Promise.all([mailAt(NOON), mailAt(NOON)]);
  const { rows } = await database.pool.query<{ priority: number }>(
    `select distinct priority from graphile_worker.jobs where task_identifier = 'send-mail'`,
  );
  // After mails that somebody waits for.
  expect(rows).toEqual([{ priority: 10 }]);
  const recipients = (await sent()).map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `many${n}@member.example`).toSorted());
});

it('tells nobody of what is not so any more', async () => {
  await save({ kinds: ['sale'] });
  await database.db.insert(follows).values({ memberId, kind: 'event', subject: '999999' });
  const gone = { title: '冇咗嘅直播', body: '', path: '/live-event/999999', tag: 'sale', expiresAt: at('23:00') };
  await queueAnnouncements(
    database.db,
    [{ cause: 'sale:999999', kind: 'sale', topics: ['event:999999'], ...gone }],
    NOON,
  );
  await mailAt(NOON);
  expect(await sent()).toEqual([]);
  expect(await database.db.select().from(noticeMailDeliveries)).toEqual([]);
});

it('stops by one press the kinds of that mail alone, by a token that nobody can make', async () => {
  await save({ kinds: ['news', 'weather', 'sale'] });
  await queue('停');
  await mailAt(NOON);
  const [mail] = await sent();
  const token = new URL(mail!.unsubscribeUrl!).searchParams.get('token')!;
  expect(mail!.textBody).toContain(mail!.unsubscribeUrl);
  const services = { db: database.db, secretKey: PUSH_SECRET };
  const [id = '', , mac = ''] = token.split('.');
  for (const forged of ['', `${id}.weather.${mac}`, `${Number(id) + 1}.news.${mac}`, `${token.slice(0, -1)}A_`])
    await expect(stopMail(services, forged, NOON)).rejects.toMatchObject({ errorName: 'dataNotFound' });
  expect(await stopMail(services, token, NOON)).toEqual(['news']);
  expect(await stopMail(services, token, NOON)).toEqual(['news']);
  expect((await getMailSettings(database.db, { memberId })).kinds).toEqual(['sale', 'weather']);
  await queue('停咗之後');
  await mailAt(NOON);
  expect(await sent()).toHaveLength(1);
  const several = stopMailToken(PUSH_SECRET, 3, ['weather', 'on_air']);
  expect(readStopMailToken(PUSH_SECRET, several)).toEqual({ noticeMailId: 3, kinds: ['on_air', 'weather'] });
});
