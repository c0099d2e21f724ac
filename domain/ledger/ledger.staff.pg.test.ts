import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditEvents } from '#db/tables/audit.ts';
import { emptyAudit } from '#tests/factories/audit.ts';
import { openTestDesk, type OpenDesk, type Person } from '#tests/factories/desk.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { ledgerActions } from './ledger.actions.ts';
import { post } from './ledger.ts';

const DAY = '2026-11-24';

let desk: OpenDesk;
let auditor: Person;
beforeAll(async () => {
  desk = await openTestDesk({ actions: ledgerActions({ ledgerKey: LEDGER_KEY }) });
  auditor = await desk.enter('auditor');
  const row = { debit: 'clearing:mpgs', credit: 'unapplied', kind: 'capture', dayHk: DAY };
  await desk.db.transaction((tx) =>
    post(tx, [
      { ...row, cents: 38_800, uniqueKey: 'a' },
      { ...row, cents: 4_800, uniqueKey: 'b' },
    ]),
  );
});
beforeEach(() => emptyAudit(desk.db));
afterAll(() => desk.close());

const read = (path: string, cookie = auditor.cookie) => desk.call(`/api/staff/money/${path}`, { cookie });
const MOVED = [{ debit: 'clearing:mpgs', credit: 'unapplied', transfers: 2, cents: 43_600 }];
const closeDays = (cookie: string, key: string) =>
  desk.call('/api/staff/actions/ledger.close-days', { cookie, key, body: { input: {} } });

it('reads the same movements before and after their day is closed, and says which days are sealed', async () => {
  const span = `ledger?from=${DAY}&to=${DAY}`;
  expect((await read(span)).response).toMatchObject({ movements: MOVED, lines: [{ account: 'clearing:mpgs' }, {}] });
  expect((await read('days')).response).toEqual({ first_open_day: DAY, items: [], next_before: null });
  expect((await closeDays(auditor.cookie, 'close-key-1')).status).toBe(403);

  const finance = await desk.enter('finance');
  expect((await closeDays(finance.cookie, 'close-key-2')).response).toMatchObject({ result: { days: 2 } });
  expect((await read(span)).response).toMatchObject({ movements: MOVED });
  expect((await read('days')).response).toMatchObject({
    first_open_day: '2026-11-26',
    items: [
      { day: '2026-11-25', transfers: 0 },
      { day: DAY, transfers: 2, cents: 43_600 },
    ],
  });
  expect((await read(`days?before=2026-11-25`)).response).toMatchObject({ items: [{ day: DAY }] });
  expect((await read('days/check')).response).toMatchObject({ broken: [] });
  expect((await read('balances')).response).toMatchObject({ sum_cents: 0 });
  const events = await desk.db.select().from(auditEvents);
  expect(events).toMatchObject([{ action: 'ledger.close-days', accountId: finance.id, after: { days: 2 } }]);
});

it('is downloaded as CSV, which is in the audit, for no more than a year at once', async () => {
  const url = `/api/staff/money/ledger.csv?from=${DAY}&to=${DAY}`;
  const reply = await desk.app.inject({ url, headers: { cookie: auditor.cookie } });
  expect(reply.body.split('\r\n')).toEqual([
    'day,account,debit_cents,credit_cents',
    `${DAY},clearing:mpgs,43600,0`,
    `${DAY},unapplied,0,43600`,
    '',
  ]);
  expect(await desk.db.select().from(auditEvents)).toMatchObject([{ action: 'ledger.export', who: auditor.name }]);
  for (const span of ['from=2026-11-24&to=2026-11-23', 'from=2025-01-01&to=2026-11-23'])
    expect((await read(`ledger?${span}`)).status, span).toBe(400);
  const engineer = await desk.enter('engineer');
  for (const path of ['ledger', 'ledger.csv', 'balances', 'days', 'days/check'])
    expect((await read(path, engineer.cookie)).status, path).toBe(403);
});
