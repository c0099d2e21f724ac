import { afterEach, expect, it, vi } from 'vitest';
import { lineAt, loadWords, type SaidLine } from './replay-words.ts';

const line = (fromMs: number, toMs: number): SaidLine => ({ fromMs, toMs, words: '' });
const lines = [line(5_000, 9_000), line(9_000, 12_000), line(60_000, 64_000)];

afterEach(() => vi.unstubAllGlobals());

it('marks the line that is heard, or was just heard, and none in a long silence', () => {
  const marked = [0, 5_000, 8_999, 9_000, 13_000, 40_000, 59_999, 61_000, 100_000].map((at) => lineAt(lines, at));
  expect(marked).toEqual([-1, 0, 0, 1, 1, -1, -1, 2, -1]);
  expect(lineAt([], 5_000)).toBe(-1);
});

it('has no words where the call refuses', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ response_code: 6, response_message: '' }, { status: 404 }));
  expect(await loadWords(1)).toEqual([]);
});
