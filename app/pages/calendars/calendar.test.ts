import { expect, it } from 'vitest';
import { calendar } from './calendar.ts';

const event = {
  uid: 'program-1-881-1@radio.example',
  startsAtMs: Date.parse('2026-11-21T16:30:00+08:00'),
  endsAtMs: Date.parse('2026-11-22T01:00:00+08:00'),
  title: '一針見血；二；三, four; five\\six｜雷霆881',
  description: '一句說話，長過一行所能容納嘅七十五個位元組，所以一定要摺。\n第二行',
  url: 'https://radio.example/live/881',
};
const document = calendar({ name: '節目', madeAtMs: Date.parse('2026-11-21T12:00:00+08:00'), events: [event] });
const unfolded = document.replaceAll('\r\n ', '');

it('tells instants in UTC, whatever zone a calendar is in', () => {
  expect(unfolded).toContain('\r\nDTSTART:20261121T083000Z\r\nDTEND:20261121T170000Z\r\n');
  expect(unfolded).toContain('\r\nDTSTAMP:20261121T040000Z\r\n');
});

it('escapes what has a meaning of its own, and folds lines at 75 bytes without cutting a letter', () => {
  expect(unfolded).toContain(String.raw`SUMMARY:一針見血；二；三\, four\; five\\six｜雷霆881`);
  expect(unfolded).toContain(String.raw`一定要摺。\n第二行`);
  for (const line of document.split('\r\n')) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\n');
    expect(line).not.toContain('\ufffd');
  }
});

it('is a whole calendar without an event', () => {
  expect(calendar({ name: '', madeAtMs: 0, events: [] })).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
});
