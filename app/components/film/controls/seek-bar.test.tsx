import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { filmText } from '#app/text/zh-hk/film.ts';
import { SeekBar } from './seek-bar.tsx';

const drawn = (atMs: number) =>
  renderToStaticMarkup(
    <SeekBar
      label={filmText.position}
      fromMs={0}
      toMs={8_280_000}
      atMs={atMs}
      chapters={[
        { atMs: 0, title: '開場' },
        { atMs: 4_262_000, title: '遲到的雨' },
      ]}
      stills={null}
      isMoving
      words={filmText.span}
      valueText={(ms, chapter) => filmText.positionValue(ms, 8_280_000, chapter)}
      onSeek={() => undefined}
    />,
  );

it('is one slider that says where it stands and in which chapter', () => {
  const html = drawn(4_300_000);
  expect(html.match(/role="slider"/g)).toHaveLength(1);
  expect(html).toContain('aria-valuetext="1 小時 11 分 40 秒，全長 2 小時 18 分，章節：遲到的雨"');
  expect(html).toContain('aria-valuenow="4300"');
});

it('is divided as long as its chapters are', () => {
  expect([...drawn(0).matchAll(/flex-grow:(\d+)/g)].map(([, ms]) => Number(ms))).toEqual([4_262_000, 4_018_000]);
});
