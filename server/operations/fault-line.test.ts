import { expect, it } from 'vitest';
import { faultLine } from './fault-line.ts';

it('tells a fault at once, and of thousands that follow one line each ten seconds with their number', () => {
  const lines: unknown[] = [];
  let nowMs = 0;
  const log = { error: (...line: unknown[]) => void lines.push(line) };
  const tell = faultLine(log as never, 'could not store tracking reports', () => nowMs);
  for (; nowMs < 25_000; nowMs += 10) tell('away');
  expect(lines).toEqual([
    [{ err: 'away', times: 1 }, 'could not store tracking reports'],
    [{ err: 'away', times: 1_000 }, 'could not store tracking reports'],
    [{ err: 'away', times: 1_000 }, 'could not store tracking reports'],
  ]);
});
