import { expect, it } from 'vitest';
import { INCIDENT_KINDS } from '#db/tables/on-air.ts';
import { runbookOf } from './incidents.ts';
import { findConditions, RUNBOOK_OF, type IncidentKind, type StationState } from './incidents.rules.ts';
import { readLevels } from './levels.rules.ts';

const WELL: StationState = {
  channels: [{ channel: 903, edgeAge: 5, silentFor: 0 }],
  encoders: [
    { name: 'main', isActive: true, heardAge: 3 },
    { name: 'never', isActive: true, heardAge: null },
    { name: 'sold', isActive: false, heardAge: 90_000 },
  ],
  jobs: { oldestDueSeconds: 2, failing: [{ task: 'mail', isGivenUp: false, jobs: 3 }] },
  databaseMs: 3,
  providers: [{ name: 'mpgs', failed: 4, succeeded: 60 }],
  unplacedReports: 0,
  clocks: [],
};

it('finds nothing in a station that is well, and each fault at its limit', () => {
  expect(findConditions(WELL)).toEqual([]);
  const found = (change: Partial<StationState>) =>
    findConditions({ ...WELL, ...change }).map(({ kind, subject }) => `${kind}:${subject}`);
  const channel = (change: object) => found({ channels: [{ ...WELL.channels[0]!, ...change }] });
  expect(channel({ edgeAge: 30 })).toEqual([]);
  expect(channel({ edgeAge: 31 })).toEqual(['edge-old:903']);
  expect(channel({ edgeAge: null })).toEqual([]);
  expect(channel({ silentFor: 20 })).toEqual(['silence:903']);
  expect(found({ encoders: [{ name: 'main', isActive: true, heardAge: 61 }] })).toEqual(['encoder-lost:main']);
  expect(found({ jobs: { oldestDueSeconds: 301, failing: [] } })).toEqual(['jobs-waiting:']);
  const failing = [{ task: 'mail', isGivenUp: true, jobs: 1 }];
  expect(found({ jobs: { oldestDueSeconds: 0, failing } })).toEqual(['jobs-failing:mail']);
  expect(found({ databaseMs: 1_001 })).toEqual(['database-slow:']);
  expect(found({ providers: [{ name: 'payme', failed: 3, succeeded: 2 }] })).toEqual(['provider-failing:payme']);
  expect(found({ unplacedReports: 1 })).toEqual(['reports-unplaced:']);
  expect(found({ clocks: [{ process: 'media2:8810', aheadMs: -1_500 }] })).toEqual(['clock-off:media2:8810']);
});

it('has a section of the runbooks for every kind that the table may hold', () => {
  expect(Object.keys(RUNBOOK_OF).toSorted()).toEqual([...INCIDENT_KINDS].toSorted());
  for (const kind of Object.keys(RUNBOOK_OF) as IncidentKind[]) {
    const { title, text } = runbookOf(kind);
    expect(text.length, title).toBeGreaterThan(100);
    expect(text).not.toContain('\n## ');
  }
});

it('reads loudness and the silence at the end from what ffmpeg reports', () => {
  const summary = (lufs: string) => `Summary:\n\n  Integrated loudness:\n    I:         ${lufs} LUFS\n`;
  expect(readLevels(`silence_start: 3.2\nsilence_end: 9.1 | d: 5.9\n${summary('-16.1')}`, 60)).toEqual({
    lufs: -16.1,
    silentSeconds: 0,
  });
  expect(readLevels(`silence_start: 40\n${summary('-23.0')}`, 60)).toEqual({ lufs: -23, silentSeconds: 20 });
  const all = readLevels(`silence_start: -0.01\nsilence_end: 59.9 | d: 60\n${summary('-70.0')}`, 60);
  expect(all).toEqual({ lufs: null, silentSeconds: 60 });
  expect(readLevels(summary('-inf'), 60)).toEqual({ lufs: null, silentSeconds: 0 });
});
