import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '#db/tables/mail.ts';
import { emptyAudit, wholeAudit } from '#tests/factories/audit.ts';
import { LEDGER_KEY } from '#tests/factories/money/ledger-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/pg.ts';
import { parseAuditHead } from './audit.rules.ts';
import { auditOf, doneAlone, listAudit, recordAudit, type Hand } from './audit.ts';
import { auditHead, checkAudit, extendChain, mailAuditHead } from './chain.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyAudit(database.db);
  await database.db.delete(mails);
});

const now = new Date('2026-11-26T08:00:00Z');
const hand: Hand = { who: 'chan', why: 'a complaint' };
const services = () => ({ db: database.db, ledgerKey: LEDGER_KEY });
const record = (orderId: number, by = hand) =>
  database.db.transaction((tx) =>
    recordAudit(tx, by, { action: 'orders.refund', subject: ['order', orderId], after: { cents: 100 } }, now),
  );
async function recordMany(count: number): Promise<void> {
  for (let orderId = 1; orderId <= count; orderId += 1) await record(orderId);
  await extendChain(services());
}
/** As the owner of the database who switches the guard off. */
const forge = (statement: string) =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(statement));
  });
const check = (head?: string) =>
  checkAudit(services(), { head: head === undefined ? undefined : parseAuditHead(head)!, now });

describe('an event of the audit', () => {
  it('is written with the change it records, or not at all', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await recordAudit(tx, hand, { action: 'orders.refund', subject: ['order', 1] }, now);
        throw new Error('the change failed');
      }),
    ).rejects.toThrow('the change failed');
    expect(await wholeAudit(database.db)).toEqual([]);
    await record(1);
    expect(await auditOf(database.db, ['order', 1])).toMatchObject([
      { who: 'chan', reason: 'a complaint', action: 'orders.refund', before: null, after: { cents: 100 } },
    ]);
  });

  it.each([
    { who: '  ', why: 'a reason' },
    { who: 'chan', why: '' },
  ])('needs a name and a reason: %o', async (by) => {
    await expect(record(1, by)).rejects.toMatchObject({ errorName: 'invalidParam' });
    expect(await wholeAudit(database.db)).toEqual([]);
  });

  it.each([
    ['changed', `update audit_events set who = 'wong'`],
    ['deleted', 'delete from audit_events'],
    ['truncated', 'truncate audit_events'],
    ['chained twice', 'update audit_events set position = position + 10'],
    ['taken out of the chain', 'update audit_events set position = null, hash = null, previous_hash = null'],
    [
      'inserted as chained',
      `insert into audit_events (at, who, action, subject_kind, subject_id, reason, position, hash, previous_hash)
       select at, who, action, subject_kind, subject_id, reason, 2, hash, hash from audit_events`,
    ],
  ])('cannot be %s, also by the owner of the table', async (_, statement) => {
    await recordMany(1);
    const before = await wholeAudit(database.db);
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await wholeAudit(database.db)).toEqual(before);
  });

  it('is found by who, what, subject and time, newest first', async () => {
    await recordMany(3);
    await record(2, { who: 'wong', why: 'again' });
    const idsOf = async (filter: Parameters<typeof listAudit>[1]) =>
      (await listAudit(database.db, filter)).map(({ who, subjectId }) => `${who} ${subjectId}`);
    expect(await idsOf({})).toEqual(['wong 2', 'chan 3', 'chan 2', 'chan 1']);
    expect(await idsOf({ who: 'wong' })).toEqual(['wong 2']);
    expect(await idsOf({ subject: { kind: 'order', id: '2' } })).toEqual(['wong 2', 'chan 2']);
    expect(await idsOf({ action: 'orders.cancel' })).toEqual([]);
    expect(await idsOf({ from: now, to: new Date(now.getTime() + 1) })).toHaveLength(4);
    expect(await idsOf({ to: now })).toEqual([]);
    const [newest] = await listAudit(database.db, {});
    expect(await idsOf({ beforeId: newest!.id })).toEqual(['chan 3', 'chan 2', 'chan 1']);
  });

  it('counts what a person did alone, however much of theirs a second person approved since', async () => {
    await record(1);
    await record(2, { ...hand, who: 'wong' });
    await database.db.execute(sql`
      insert into audit_events (at, who, action, subject_kind, subject_id, reason, approval_id)
      select ${now.toISOString()}::timestamptz, 'chan', 'orders.refund', 'order', n::text, 'a complaint', n
      from generate_series(1, 501) as n`);
    const alone = await database.db.transaction((tx) => doneAlone(tx, 'orders.refund', 'chan', now));
    expect(alone.map(({ subjectId }) => subjectId)).toEqual(['1']);
  });
});

describe('the chain of the audit', () => {
  it('is whole after several jobs extended it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([record(round), record(round + 10), extendChain(services()), extendChain(services())]);
    }
    await extendChain(services());
    expect(await check()).toEqual({ events: 10, faults: [] });
  });

  it.each([
    ['who', `who = 'wong'`],
    ['reason', `reason = 'none'`],
    ['action', `action = 'orders.cancel'`],
    ['subject', `subject_id = '99'`],
    ['time', `at = at + interval '1 ms'`],
    ['values', `after = '{"cents": 101}'`],
    ['hash', 'hash = previous_hash'],
  ])('says which event had its %s changed past the guard', async (_, set) => {
    await recordMany(4);
    await forge(`update audit_events set ${set} where position = 3`);
    const { faults } = await check();
    expect(faults[0]).toMatchObject({ kind: 'changed', position: 3 });
  });

  it('finds events that are missing within it, at its start, and at its end by the head kept elsewhere', async () => {
    await recordMany(5);
    const head = await auditHead(database.db);
    const text = `${head!.position}/${head!.hash}`;
    expect(await check(text)).toEqual({ events: 5, faults: [] });
    await forge('delete from audit_events where position = 3');
    expect((await check(text)).faults).toEqual([{ kind: 'missing', from: 3, to: 3 }]);
    await forge('delete from audit_events where position = 1');
    expect((await check(text)).faults).toContainEqual({ kind: 'missing', from: 1, to: 1 });
    await forge('delete from audit_events where position = 5');
    expect((await check(text)).faults).toContainEqual({ kind: 'head', position: 5 });
    await record(6);
    await extendChain(services());
    expect((await check(text)).faults).toContainEqual({ kind: 'head', position: 5 });
  });

  it('cannot be made again without the key', async () => {
    await recordMany(3);
    await forge(`update audit_events set position = null, hash = null, previous_hash = null, who = 'wong'`);
    await extendChain({ db: database.db, ledgerKey: 'another key of thirty-two characters' });
    expect((await check()).faults).toHaveLength(3);
  });

  it('says when events wait for it longer than an hour', async () => {
    await record(1);
    const later = new Date(now.getTime() + 3_600_001);
    expect(await checkAudit(services(), { now })).toEqual({ events: 0, faults: [] });
    expect((await checkAudit(services(), { now: later })).faults).toEqual([{ kind: 'unchained', events: 1 }]);
  });

  it('has its head mailed once', async () => {
    expect(await mailAuditHead(database.db, 'finance@radio.example')).toBeNull();
    await recordMany(2);
    const head = await mailAuditHead(database.db, 'finance@radio.example');
    expect(head).toMatchObject({ position: 2 });
    expect(await mailAuditHead(database.db, 'finance@radio.example')).toBeNull();
    const sent = await database.db.select().from(mails);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.textBody).toContain(`npm run audit -- check 2/${head!.hash}`);
  });
});
