import { describe, expect, it } from 'vitest';
import type { YearWire } from '#domain/my-year/my-year.schema.ts';
import { longestStreak, onThisDay, yearFigures } from './year-figures.ts';

const ts = (moment: string) => Date.parse(`${moment}:00+08:00`) / 1000;
const year = (over: Partial<YearWire> = {}): YearWire => ({
  year: 2026,
  years: [2026],
  is_paused: false,
  minutes: [],
  heard: [],
  songs: [],
  programs: [
    { id: 1, title: '的士高峰', path: '/program/1', hosts: ['區柏言', '馬仔'] },
    { id: 2, title: '夜海長談', path: '/program/2', hosts: ['馬仔'] },
  ],
  ...over,
});
const song = (id: number, moment: string) => ({ song_id: id, title: `歌 ${id}`, artist: '', heard_ts: ts(moment) });

describe('a year', () => {
  it('sums minutes by month and programme, and gives each host all minutes of the programme', () => {
    const figures = yearFigures(
      year({
        minutes: [
          { day: '2026-11-27', program_id: 2, seconds: 600 },
          { day: '2026-11-26', program_id: 1, seconds: 1_800 },
          { day: '2026-01-02', program_id: 2, seconds: 300 },
          { day: '2026-01-01', program_id: 9, seconds: 60 },
        ],
      }),
    );
    expect(figures.minutes).toBe(46);
    expect([figures.months[0], figures.months[10]]).toEqual([6, 40]);
    expect(figures.programs.map(({ title, minutes }) => [title, minutes])).toEqual([
      ['的士高峰', 30],
      ['夜海長談', 15],
    ]);
    expect(figures.hosts).toEqual([
      { name: '馬仔', minutes: 45 },
      { name: '區柏言', minutes: 30 },
    ]);
  });

  it('counts days and the longest streak in Hong Kong days, and a song heard twice once', () => {
    const figures = yearFigures(
      year({
        heard: [
          { program_id: 1, heard_ts: ts('2026-03-01T06:30') },
          { program_id: 1, heard_ts: ts('2026-02-28T23:59') },
        ],
        songs: [song(1, '2026-03-02T00:10'), song(1, '2026-05-01T09:00')],
      }),
    );
    expect([figures.days, figures.streak, figures.songs]).toEqual([4, 3, 1]);
    // Ten past midnight is late, not early.
    expect(figures.earliest).toBe('06:30');
  });

  it('is empty of somebody who heard nothing', () => {
    expect(yearFigures(year())).toMatchObject({
      minutes: 0,
      days: 0,
      streak: 0,
      songs: 0,
      earliest: null,
      programs: [],
    });
    expect(longestStreak([])).toBe(0);
    expect(longestStreak(['2025-12-31', '2026-01-01', '2026-01-03'])).toBe(2);
  });
});

describe('on this day', () => {
  it('has the same date of earlier months and years, never today, the latest first', () => {
    const now = year({
      heard: [
        { program_id: 1, heard_ts: ts('2026-11-28T09:00') },
        { program_id: 2, heard_ts: ts('2026-10-28T21:15') },
        { program_id: 2, heard_ts: ts('2026-10-27T21:15') },
      ],
    });
    const before = year({ year: 2025, songs: [song(7, '2025-11-28T08:00'), song(8, '2025-11-27T08:00')] });
    expect(onThisDay([now, before], '2026-11-28')).toMatchObject([
      { day: '2026-10-28', programs: [{ title: '夜海長談', clock: '21:15' }], songs: [] },
      { day: '2025-11-28', programs: [], songs: [{ title: '歌 7' }] },
    ]);
  });

  it('is nothing where the month has no such day', () => {
    expect(onThisDay([year({ songs: [song(1, '2026-02-28T08:00')] })], '2026-03-31')).toEqual([]);
  });
});
