import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFormerRelease } from '#tests/setup/former-release.ts';

// Processes of the former release write their three audits while migration 0029 moves these into one. Remove together
// with the former tables.

let release: Awaited<ReturnType<typeof startFormerRelease>>;

beforeAll(async () => {
  release = await startFormerRelease('0029');
  await release.former.query(`
    insert into payment_audit (at, who, why, action, detail) values
      ('2026-01-02T00:00:00Z', ' chan ', 'why', 'resume', '{"memberId": 5}'),
      ('2026-01-04T00:00:00Z', 'chan', 'why', 'reconcile', '{"gateway": "mpgs", "day": "2026-01-03", "lines": 2}'),
      ('2026-01-05T00:00:00Z', 'chan', 'why', 'an odd action', '{}');
    insert into archive_audit (at, who, why, action, detail) values
      ('2026-01-01T00:00:00Z', 'wong', 'why', 'replay taken_down', '{"archiveId": 12, "before": "shown"}'),
      ('2026-01-03T00:00:00Z', '', '', 'switch off', '{"name": "archive.play", "message": "m"}')`);
  await release.migrate();
}, 120_000);
afterAll(() => release.close());

const audited = async () =>
  (
    await release.owner.query(
      `select who, action, subject_kind || ':' || subject_id as subject, after from audit_events order by id`,
    )
  ).rows;

it('copies what the three former audits hold, in the order of time, with the actions of today (0029)', async () => {
  expect(await audited()).toEqual([
    { who: 'wong', action: 'replays.take-down', subject: 'replay:12', after: { archiveId: 12, before: 'shown' } },
    { who: 'chan', action: 'subscriptions.resume', subject: 'member:5', after: { memberId: 5 } },
    {
      who: 'unknown',
      action: 'functions.switch-off',
      subject: 'function:archive.play',
      after: { name: 'archive.play', message: 'm' },
    },
    {
      who: 'chan',
      action: 'settlements.reconcile',
      subject: 'settlement:mpgs 2026-01-03',
      after: { gateway: 'mpgs', day: '2026-01-03', lines: 2 },
    },
    { who: 'chan', action: 'payment.an-odd-action', subject: expect.stringMatching(/^former-audit:\d+$/), after: {} },
  ]);
});

it('copies what a process of the former release writes after the migration, before its role has new rights (0029)', async () => {
  const before = await audited();
  await release.former.query(`insert into payment_audit (at, who, why, action, detail)
    values (now(), 'chan', 'why', 'give time', '{"memberId": 5, "days": 3}')`);
  expect((await audited()).slice(before.length)).toEqual([
    { who: 'chan', action: 'subscriptions.give', subject: 'member:5', after: { memberId: 5, days: 3 } },
  ]);
});
