import { describe, expect, it } from 'vitest';
import { clockHk, instantHk } from '#shared/hk-time.ts';
import {
  cutBroadcasts,
  cutSections,
  type Aired,
  type CutBroadcast,
  type Reported,
  type ReportedProgramme,
} from './archive-cut.rules.ts';
import { matchSpans } from './archive-match.rules.ts';

const DAY = '2026-11-21';
/** `14:00:38` of the day; hours past 24 are in the following night. */
const at = (clock: string): Date => {
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  return new Date(instantHk(DAY, hour * 60 + minute).getTime() + second * 1000);
};
const [news, match, talk] = [1, 2, 3];

const aired = (programId: number, from: string, to: string, source: Aired['source'] = 'clock'): Aired => ({
  programId,
  startsAt: at(from),
  endsAt: at(to),
  title: null,
  source,
});
const said = (programId: number, from: string, to: string | null, sentAt = from): ReportedProgramme => ({
  programId,
  startsAt: at(from),
  endsAt: to === null ? null : at(to),
  title: null,
  sentAt: at(sentAt),
});
const cut = (
  now: string,
  { asRun = [], byHand = [], reports = [] }: { asRun?: Aired[]; byHand?: Aired[]; reports?: ReportedProgramme[] },
) => cutBroadcasts({ asRun, byHand, reports }, at(now));
const clock = (instant: Date) => {
  const seconds = instant.getUTCSeconds();
  return clockHk(instant) + (seconds ? `:${String(seconds).padStart(2, '0')}` : '');
};
const told = (items: CutBroadcast[]) =>
  items.map((i) => `${clock(i.startsAt)}-${clock(i.endsAt)} ${i.programId}${i.isOver ? '' : ' on air'}`);

describe('where a broadcast begins and ends', () => {
  const planned = [aired(news, '13:00', '14:00'), aired(match, '14:00', '16:00'), aired(talk, '16:00', '17:00')];

  it('is the timetable where nobody knows better, and nothing ahead is in it', () => {
    expect(told(cut('16:30', { asRun: planned }))).toEqual(['13:00-14:00 1', '14:00-16:00 2', '16:00-17:00 3 on air']);
    expect(told(cut('14:30', { asRun: planned }))).toEqual(['13:00-14:00 1', '14:00-16:00 2 on air']);
  });

  it('is over only when the next has begun and the last sound of it is there', () => {
    expect(told(cut('14:00:00', { asRun: planned }))[0]).toBe('13:00-14:00 1 on air');
    expect(told(cut('14:00:08', { asRun: planned }))[0]).toBe('13:00-14:00 1');
    // Nothing was recorded after it: the clock is down, and the broadcast may continue.
    expect(told(cut('14:30', { asRun: planned.slice(0, 1) }))).toEqual(['13:00-14:00 1 on air']);
  });

  it('follows an overrun that automation reports, to the second', () => {
    const reports = [said(match, '14:00:38', '16:03:10'), said(talk, '16:03:10', null)];
    expect(told(cut('16:30', { asRun: planned, reports }))).toEqual([
      '13:00-14:00:38 1',
      '14:00:38-16:03:10 2',
      '16:03:10-17:00 3 on air',
    ]);
  });

  it('ends early where automation ended early, and the next goes there', () => {
    const reports = [said(match, '14:00', '15:50')];
    expect(told(cut('16:30', { asRun: planned, reports }))).toEqual([
      '13:00-14:00 1',
      '14:00-15:50 2',
      '15:50-17:00 3 on air',
    ]);
  });

  it('goes on with sport that goes on: the next does not begin before it ends', () => {
    const reports = [said(match, '14:00', null)];
    expect(told(cut('15:00', { asRun: planned, reports }))).toEqual(['13:00-14:00 1', '14:00-16:00 2 on air']);
    expect(told(cut('16:20', { asRun: planned, reports }))).toEqual(['13:00-14:00 1', '14:00-16:21 2 on air']);
    const ended = [said(match, '14:00', '16:25'), said(talk, '16:25', null)];
    expect(told(cut('16:40', { asRun: planned, reports: ended }))).toEqual([
      '13:00-14:00 1',
      '14:00-16:25 2',
      '16:25-17:00 3 on air',
    ]);
  });

  it('does not believe an automation that fell silent for ever', () => {
    const reports = [said(match, '14:00', null)];
    expect(told(cut('19:30', { asRun: [...planned, aired(news, '17:00', '20:00')], reports }))).toEqual([
      '13:00-14:00 1',
      '14:00-16:00 2',
      '16:00-17:00 3',
      '17:00-20:00 1 on air',
    ]);
  });

  it('keeps what was on air before automation began to report in the middle of it', () => {
    const reports = [said(match, '14:40', '16:00')];
    expect(told(cut('16:30', { asRun: planned, reports }))[1]).toBe('14:00-16:00 2');
  });

  it('believes staff before automation, and a hand before both', () => {
    const asRun = [
      aired(news, '13:00', '14:05'),
      aired(match, '14:05', '15:58', 'staff'),
      aired(talk, '15:58', '17:00'),
    ];
    const reports = [said(match, '14:00:38', '16:03:10')];
    expect(told(cut('17:30', { asRun, reports }))).toEqual(['13:00-14:05 1', '14:05-15:58 2', '15:58-17:00 3 on air']);
    const byHand = [aired(match, '14:02', '16:01', 'staff')];
    expect(told(cut('16:30', { asRun: planned, byHand, reports }))).toEqual([
      '13:00-14:02 1',
      '14:02-16:01 2',
      '16:01-17:00 3 on air',
    ]);
  });

  it('lets the later of two reports that overlap be the truth', () => {
    const reports = [said(match, '14:00', '16:30'), said(talk, '16:10', null)];
    expect(told(cut('16:40', { asRun: planned, reports }))).toEqual([
      '13:00-14:00 1',
      '14:00-16:10 2',
      '16:10-17:00 3 on air',
    ]);
  });

  it('goes over midnight whole', () => {
    const night = [aired(talk, '23:00', '25:00'), aired(news, '25:00', '29:00')];
    expect(told(cut('26:00', { asRun: night }))).toEqual(['23:00-01:00 3', '01:00-05:00 1 on air']);
  });
});

describe('parts of a broadcast', () => {
  const broadcast: CutBroadcast = { ...aired(match, '14:00', '16:00'), isOver: true };
  const part = (from: string, to: string | null, title: string): Reported => ({
    startsAt: at(from),
    endsAt: to === null ? null : at(to),
    title,
    sentAt: at(from),
  });
  const parts = (
    reports: Reported[],
    now = '17:00',
    rundown: Parameters<typeof cutSections>[1]['rundown'] = [],
    marks: Parameters<typeof cutSections>[1]['marks'] = [],
  ) =>
    cutSections(broadcast, { rundown, reports, marks }, at(now)).map(
      (s) => `${s.sectionNo} ${clock(s.startsAt)}-${clock(s.endsAt)} ${s.title}`,
    );

  it('is one, of the whole, where nobody named any', () => {
    expect(parts([])).toEqual(['1 14:00-16:00 null']);
  });

  it('begins where the studio marked a moment, however soon after another, and in no other broadcast', () => {
    const mark = (from: string, title: string) => ({ at: at(from), title });
    const marks = [mark('13:59:59', 'before'), mark('14:01', 'M'), mark('14:32', 'N'), mark('16:00', 'after')];
    expect(parts([part('14:00:20', '14:28', 'A'), part('14:32', '15:30', 'B')], '17:00', [], marks)).toEqual([
      '1 14:00-14:01 A',
      '2 14:01-14:32 M',
      '3 14:32-16:00 N',
    ]);
    expect(parts([], '17:00', [], [mark('14:00', 'M')])).toEqual(['1 14:00-16:00 M']);
  });

  it('lasts until the next begins, so that no sound is in none', () => {
    expect(parts([part('14:00:20', '14:28', 'A'), part('14:32', '15:30', 'B')])).toEqual([
      '1 14:00-14:32 A',
      '2 14:32-16:00 B',
    ]);
    expect(parts([part('14:30', null, 'B')])).toEqual(['1 14:00-14:30 null', '2 14:30-16:00 B']);
  });

  it('begins with the part that was on air when the broadcast began, and has none that lies ahead', () => {
    expect(
      parts([part('13:20', '13:50', 'gone'), part('13:58', null, 'A'), part('15:00', null, 'B')], '14:30'),
    ).toEqual(['1 14:00-16:00 A']);
  });

  it('is what the rundown says, whatever automation said', () => {
    const rundown = [
      { startsAt: at('14:00'), endsAt: at('15:00'), title: 'X', source: 'import' as const },
      { startsAt: at('15:00'), endsAt: at('16:00'), title: 'Y', source: 'import' as const },
    ];
    expect(parts([part('14:10', null, 'A')], '17:00', rundown)).toEqual(['1 14:00-15:00 X', '2 15:00-16:00 Y']);
  });
});

describe('finding numbers again', () => {
  const known = (id: number, programId: number, from: string, to: string, isMerged = false) => ({
    id,
    programId,
    startsAt: at(from),
    endsAt: at(to),
    isMerged,
  });

  it('gives the number to the piece that overlaps most, and lets the rest be new', () => {
    const wanted = [aired(match, '14:00', '14:30'), aired(news, '14:30', '14:40'), aired(match, '14:40', '16:00')];
    const { rows, left } = matchSpans(wanted, [known(7, match, '14:00', '16:00')]);
    expect(rows.map((row) => row?.id)).toEqual([undefined, undefined, 7]);
    expect(left).toEqual([]);
  });

  it('says what a row that is no more is a part of now: of its own programme first', () => {
    const pieces = [
      known(7, match, '14:00', '14:30'),
      known(8, match, '14:40', '16:00'),
      known(9, news, '14:30', '14:40'),
    ];
    const { rows, left } = matchSpans([aired(match, '14:00', '16:00')], pieces);
    expect(rows.map((row) => row?.id)).toEqual([8]);
    expect(left.map(({ row, into }) => [row.id, into])).toEqual([
      [7, 0],
      [9, 0],
    ]);
  });

  it('brings a row back that pointed elsewhere, before it makes a new one', () => {
    const both = [aired(match, '14:00', '15:00'), aired(talk, '15:00', '16:00')];
    const { rows } = matchSpans(both, [known(7, match, '14:00', '16:00'), known(8, talk, '15:00', '16:00', true)]);
    expect(rows.map((row) => row?.id)).toEqual([7, 8]);
  });

  it('gives no programme the number of another', () => {
    const { rows } = matchSpans([aired(news, '14:00', '16:00')], [known(7, match, '14:00', '16:00')]);
    expect(rows).toEqual([undefined]);
  });
});
