import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audienceDays, audienceMinutes } from '#db/tables/audience.ts';
import { submissions } from '#db/tables/contact.ts';
import { ledgerTransfers } from '#db/tables/ledger.ts';
import { mails } from '#db/tables/mail.ts';
import { morningMailReaders } from '#db/tables/morning-mail.ts';
import { instantHk } from '#shared/hk-time.ts';
import { DESK_URL, openTestDesk, type OpenDesk } from '#tests/factories/desk.ts';
import { sendMorningMails } from './morning-mail.ts';

const DAY = '2026-11-25';
const SEVEN = new Date('2026-11-26T07:00:00+08:00');
let desk: OpenDesk;
beforeAll(async () => {
  desk = await openTestDesk();
  const { db } = desk;
  // 90 listeners in one minute, 7 in another: 97 minutes of 1,440.
  await db.insert(audienceMinutes).values(
    (
      [
        [492, 90],
        [500, 7],
      ] as const
    ).map(([minute, listeners]) => ({
      minute: instantHk(DAY, minute),
      channel: 881,
      rendition: 'a128',
      heardMs: listeners * 60_000,
      sessions: listeners,
    })),
  );
  await db.insert(audienceDays).values({ dayHk: DAY, kind: 'search-empty', key: '消失的歌', events: 12, sessions: 9 });
  const capture = { debit: 'clearing:mpgs', credit: 'unapplied', kind: 'capture', dayHk: DAY };
  await db.insert(ledgerTransfers).values([
    { ...capture, cents: 38_800, uniqueKey: 'one' },
    { ...capture, debit: 'unapplied', credit: 'clearing:mpgs', cents: 8_800, kind: 'refund', uniqueKey: 'two' },
    // The provider's fee is no refund.
    { ...capture, debit: 'fees:mpgs', credit: 'clearing:mpgs', cents: 500, kind: 'fee', uniqueKey: 'three' },
  ]);
  await db.insert(submissions).values({ form: 'contact', fields: { name: '陳' }, idempotencyKey: 'letter' });
});
beforeEach(async () => {
  await desk.db.delete(mails);
  await desk.db.delete(morningMailReaders);
});
afterAll(() => desk.close());

const switchOn = ({ cookie }: { cookie: string }, isOn = true) =>
  desk.call('/api/staff/morning-mail', { body: { is_on: isOn }, cookie });
const send = (now = SEVEN) => sendMorningMails({ db: desk.db, deskUrl: DESK_URL }, now);
const mailOf = async (email: string) =>
  (await desk.db.select().from(mails)).find(({ recipient }) => recipient === email)?.textBody ?? '';

it('mails once a day what the roles of each reader may see, and nothing to others', async () => {
  const [chief, money, support] = [
    await desk.enter('chief-editor'),
    await desk.enter('finance-chief'),
    await desk.enter('support'),
  ];
  const limited = await desk.enter('producer', { kind: 'channel', id: '881' });
  await desk.enter('chief-editor');
  for (const reader of [chief, money, support, limited]) await switchOn(reader);
  expect(await send()).toBe(3);
  expect(await send(new Date(SEVEN.getTime() + 3_600_000))).toBe(0);
  const [ofChief, ofMoney, ofSupport] = [
    await mailOf(chief.email),
    await mailOf(money.email),
    await mailOf(support.email),
  ];
  expect(ofChief).toContain('雷霆881：平均 0 人，最多 90 人（08:12）');
  expect(ofChief).toContain('1. 消失的歌：12 次');
  expect(ofChief).toContain('未完的來信：1 封');
  expect(ofChief).not.toContain('收款');
  expect(ofMoney).toContain('收款：HK$388.00，退款 HK$88.00');
  expect(ofMoney).not.toContain('來信');
  expect(ofSupport).toContain('未完的來信：1 封');
  expect(ofSupport).not.toContain('雷霆881');
  expect(await send(new Date(SEVEN.getTime() + 86_400_000))).toBe(3);
});

it('is for who switched it on, until they switch it off, lose their roles or leave', async () => {
  const reader = await desk.enter('chief-editor');
  const isOn = async () => (await desk.call('/api/staff/morning-mail', { cookie: reader.cookie })).response;
  expect(await isOn()).toEqual({ is_on: false });
  await switchOn(reader);
  await switchOn(reader);
  expect(await isOn()).toEqual({ is_on: true });
  await switchOn(reader, false);
  expect(await send()).toBe(0);
  await switchOn(reader);
  await desk.database.pool.query('delete from staff_role_grants where account_id = $1', [reader.id]);
  expect(await send()).toBe(0);
  const leaver = await desk.enter('support');
  await switchOn(leaver);
  await desk.database.pool.query("update staff_accounts set state = 'disabled' where id = $1", [leaver.id]);
  expect(await send()).toBe(0);
  expect((await desk.call('/api/staff/morning-mail', {})).status).toBe(401);
});
