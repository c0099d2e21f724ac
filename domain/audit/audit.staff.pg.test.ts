import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { emptyAudit, wholeAudit } from '#tests/factories/audit.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { kindsOf } from './audit-areas.rules.ts';
import { SUBJECT_KINDS } from './audit.rules.ts';

// The audit at the desk: what is found, and its export.

let desk: OpenDesk;
let auditor: Person;
const at = (hour: number) => new Date(`2026-11-26T${String(hour).padStart(2, '0')}:00:00+08:00`);
const EVENTS = [
  { at: at(1), who: 'chan', action: 'orders.refund', subjectKind: 'order', subjectId: '7', reason: '=1+1' },
  { at: at(2), who: 'wong', action: 'articles.publish', subjectKind: 'article', subjectId: '7', reason: 'news' },
  { at: at(3), who: 'chan', action: 'staff.log-in', subjectKind: 'staff', subjectId: '2', reason: 'code' },
];
beforeAll(async () => {
  desk = await openTestDesk();
  auditor = await desk.enter('auditor');
});
beforeEach(async () => {
  await emptyAudit(desk.db);
  await desk.db.insert(auditEvents).values(EVENTS);
});
afterAll(() => desk.close());

const found = async (query: string): Promise<string[]> => {
  const { response } = await desk.call(`/api/staff/audit?${query}`, auditor);
  return (response as { items: { action: string }[] }).items.map(({ action }) => action);
};

it.each([
  ['area=money', ['orders.refund']],
  ['area=content', ['articles.publish']],
  ['area=staff', ['staff.log-in']],
  ['area=on-air', []],
  ['area=money&subject_kind=order', ['orders.refund']],
  ['area=money&subject_kind=article', []],
  ['subject_id=7', ['articles.publish', 'orders.refund']],
  ['area=content&subject_id=7', ['articles.publish']],
])('finds by %s', async (query, actions) => {
  expect(await found(query)).toEqual(actions);
});

it('has each kind of subject in one area', () => {
  const areas = (['money', 'members', 'content', 'on-air', 'staff'] as const).flatMap((area) =>
    kindsOf(area, undefined)!,
  );
  expect(areas.toSorted()).toEqual([...SUBJECT_KINDS].toSorted());
});

it('is a download of what is found, whose cells no spreadsheet runs, and which is in the audit', async () => {
  const read = (query: string, { cookie }: Person) =>
    desk.app.inject({ url: `/api/staff/audit.csv?${query}`, headers: { cookie } });
  const reply = await read('area=money&from=2026-11-26', auditor);
  expect(reply.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
  const [head, row, ...rest] = reply.body.split('\r\n');
  expect(head).toBe('id,at,who,action,subject_kind,subject_id,reason,before,after,position,request_id');
  expect(row).toContain(",2026-11-25T17:00:00.000Z,chan,orders.refund,order,7,'=1+1,");
  expect(rest).toEqual(['']);
  expect((await wholeAudit(desk.db)).at(-1)).toMatchObject({
    action: 'audit.export',
    accountId: auditor.id,
    after: { area: 'money', from: '2026-11-26' },
  });
  expect((await read('', await desk.enter('support'))).statusCode).toBe(403);
});

it('exports more than is read at once, the newest first, and no more than ten thousand', async () => {
  const many = Array.from({ length: 1_000 }, () => EVENTS[1]!);
  for (let n = 0; n < 11; n += 1) await desk.db.insert(auditEvents).values(many);
  const { body } = await desk.app.inject({
    url: '/api/staff/audit.csv?action=articles.publish',
    headers: { cookie: auditor.cookie },
  });
  const ids = body
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]));
  expect(ids).toHaveLength(10_000);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(10_000);
});

it.each(['who=%00', 'subject_id=%00', 'from=0001-01-01'])(
  'refuses what no event has, %s, and records no export',
  async (query) => {
    for (const path of ['audit', 'audit.csv']) {
      const reply = await desk.app.inject({ url: `/api/staff/${path}?${query}`, headers: { cookie: auditor.cookie } });
      expect(reply.statusCode).toBe(400);
    }
    expect(await wholeAudit(desk.db)).toHaveLength(EVENTS.length);
  },
);
