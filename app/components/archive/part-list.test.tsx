import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PartList } from './part-list.tsx';
import type { PartView } from './replay-view.ts';

const NINE_MS = Date.UTC(2026, 10, 20, 1);
const part = (no: number, freeSeconds: number): PartView => ({
  id: 10 + no,
  no,
  title: no === 2 ? '訪問' : '',
  startsAtMs: NINE_MS + (no - 1) * 3_600_000,
  endsAtMs: NINE_MS + no * 3_600_000,
  freeSeconds,
});
const parts = [part(1, 300), part(2, 0)];
const drawn = (positions: Parameters<typeof PartList>[0]['positions'], isEnded = false) =>
  renderToStaticMarkup(
    <PartList archiveId={7} name="的士高峰" parts={parts} isEnded={isEnded} positions={positions} />,
  );

describe('the parts of a broadcast', () => {
  it('play by themselves, and lead to the replay without scripts', () => {
    const html = drawn(null);
    expect(html).toContain('href="/program/archives/7" aria-label="播放第 1 節，09:00 開始" data-replay="11"');
    expect(html).toContain('data-replay="11" data-free=""');
    const second = `href="/program/archives/7?at=${(NINE_MS + 3_600_000) / 1000}" aria-label="播放第 2 節，10:00 開始"`;
    expect(html).toContain(`${second} data-replay="12">`);
    expect(html).toContain('訪問');
    expect(html).toContain('1:00:00');
  });

  it('say to everybody what is free and what needs a plan, and to a subscriber where they were', () => {
    expect(drawn(null)).toMatch(/首 5 分鐘.*訂戶/);
    const own = drawn(new Map([[12, { atMs: NINE_MS + 4_800_000, heardAtMs: 0 }]]));
    expect(own).toContain('聽到 10:20');
    expect(own).not.toMatch(/首 5 分鐘|訂戶/);
  });

  it('can be added to the playlist one by one', () => {
    expect(drawn(null)).toMatch(/data-add="section:11".*data-add="section:12"/);
  });

  it('offer nothing to press once the rights have ended', () => {
    expect(drawn(null, true)).not.toMatch(/<a|<button|訂戶/);
  });
});
