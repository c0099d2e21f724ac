import { circle, ground, ink, letters, line, range, rect, shape, skyline, star, stroke } from './draw.ts';

/** Posters of joint broadcasts, and fallback pictures. */
export const platesStation: Record<string, () => string> = {
  news: () =>
    ground(ink.black) +
    [ink.red, ink.yellow, ink.teal].map((c, i) => rect(360 + i * 84, 250 - i * 80, 60, 400, c)).join('') +
    letters(28, 120, '整點', 80, ink.white) +
    letters(28, 210, '新聞', 80, ink.white) +
    letters(28, 300, '聯播', 80, ink.yellow),
  repeat: () =>
    ground(ink.sand) +
    stroke('M350 200a100 100 0 0 1 180 -70l40 40', ink.wine, 30) +
    stroke('M590 170a100 100 0 0 1 -180 90l-40 -36', ink.black, 30) +
    shape('M600 90V190H500Z', ink.wine) +
    shape('M340 310V204H446Z', ink.black) +
    letters(28, 150, '節目', 86, ink.black) +
    letters(28, 250, '重播', 86, ink.wine),
  fire: () =>
    ground(ink.navy) +
    skyline(330, ink.black, 21, ink.yellow) +
    [
      [420, 110, ink.red],
      [540, 80, ink.yellow],
      [330, 70, ink.pink],
    ]
      .map(([x, y, c]) =>
        range(14)
          .map((i) => {
            const a = (Math.PI * 2 * i) / 14;
            return line(
              Number(x) + 20 * Math.cos(a),
              Number(y) + 20 * Math.sin(a),
              Number(x) + 62 * Math.cos(a),
              Number(y) + 62 * Math.sin(a),
              String(c),
              5,
            );
          })
          .join(''),
      )
      .join('') +
    letters(28, 120, '除夕', 86, ink.white) +
    letters(28, 212, '倒數', 86, ink.yellow),
  lantern: () =>
    ground(ink.red) +
    [
      [400, 130],
      [500, 190],
      [590, 110],
    ]
      .map(
        ([x, y], i) =>
          line(x!, 0, x!, y! - 60, ink.yellow, 4) +
          shape(`M${x! - 54} ${y}q0 -64 54 -64t54 64t-54 64t-54 -64Z`, i === 1 ? ink.yellow : ink.orange) +
          stroke(`M${x! - 22} ${y! - 58}q-22 58 0 116M${x! + 22} ${y! - 58}q22 58 0 116`, ink.wine, 4) +
          rect(x! - 22, y! - 70, 44, 12, ink.wine) +
          rect(x! - 22, y! + 58, 44, 12, ink.wine) +
          range(3)
            .map((k) => line(x! - 12 + k * 12, y! + 70, x! - 12 + k * 12, y! + 104, ink.yellow, 4))
            .join(''),
      )
      .join('') +
    letters(28, 130, '新春', 90, ink.yellow) +
    letters(28, 330, '團拜', 90, ink.white),
  carol: () =>
    ground(ink.sea) +
    shape('M470 50L540 150H510L570 230H530L600 310H340L410 230H370L430 150H400Z', ink.green) +
    rect(452, 310, 36, 40, ink.brown) +
    star(470, 46, 30, ink.yellow) +
    [
      [440, 170],
      [500, 200],
      [430, 250],
      [520, 270],
      [470, 130],
    ]
      .map(([x, y], i) => circle(x!, y!, 10, i % 2 ? ink.red : ink.yellow))
      .join('') +
    range(22)
      .map((i) => circle((i * 149 + 20 * (i % 3)) % 640, (i * i * 53 + i * 17) % 360, i % 3 ? 3 : 4.6, ink.white))
      .join('') +
    letters(28, 140, '聖誕', 82, ink.white) +
    letters(28, 234, '頌歌夜', 74, ink.yellow),
  'station-default': () =>
    ground(ink.black) +
    range(65)
      .map((i) => rect(i * 10 - 1, 330 - (i % 5 ? 10 : 20), 2, i % 5 ? 10 : 20, ink.white, 'opacity=".4"'))
      .join('') +
    rect(0, 332, 640, 28, ink.red) +
    rect(214, 332, 213, 28, ink.yellow) +
    rect(427, 332, 213, 28, ink.teal) +
    shape('M408 276h16v54h-16Z', ink.red) +
    [ink.red, ink.yellow, ink.teal]
      .map((c, i) => rect(150 + i * 42, [122, 66, 98][i]!, 28, [118, 174, 142][i]!, c, 'rx="5"'))
      .join('') +
    letters(296, 226, '電台', 132, ink.white),
  'og-default': () =>
    ground(ink.black) +
    [ink.red, ink.yellow, ink.teal].map((c, i) => rect(Math.round(i * 213.4), 250, 214, 110, c)).join('') +
    [ink.red, ink.yellow, ink.teal]
      .map((c, i) => rect(180 + i * 42, [106, 50, 82][i]!, 28, [104, 160, 128][i]!, c, 'rx="5"'))
      .join('') +
    letters(322, 196, '電台', 118, ink.white) +
    ['881', '903', '864']
      .map((name, i) => letters(107 + i * 213.3, 330, name, 74, i === 1 ? ink.black : ink.white, 'middle'))
      .join(''),
};
