import { circle, ground, line, range, rect, ring, shape, skyline, star, stroke } from './draw.ts';
import type { Scene } from './scenes.ts';

const windows = (
  x: number,
  y: number,
  columns: number,
  rows: number,
  step: number,
  on: string,
  off: string,
  r: (n: number) => number,
) =>
  range(rows)
    .map((row) =>
      range(columns)
        .map((i) => rect(x + i * step, y + row * step, step * 0.56, step * 0.56, r(3) ? on : off))
        .join(''),
    )
    .join('');

/** Houses, offices and weather. */
export const scenesCity: Record<string, Scene> = {
  pipe: (c, r) =>
    ground(c.back) +
    rect(0, 220, 640, 140, c.floor) +
    rect(0, 150 + r(20), 640, 64, c.main) +
    range(4)
      .map((i) => rect(60 + i * 160, 140 + r(8), 26, 92, c.dark))
      .join('') +
    range(7)
      .map((i) =>
        stroke(`M${300 + i * 8} 150q${-90 + i * 30} ${-120 + r(40)} ${-130 + i * 44} ${-30 + r(30)}`, c.light, 7),
      )
      .join('') +
    circle(320, 152, 16, c.accent),
  tower: (c, r) =>
    ground(c.back) +
    circle(100 + r(440), 70, 34, c.accent) +
    skyline(300, c.light, r(90) + 1) +
    range(3)
      .map((i) => {
        const x = 90 + i * 165;
        const y = 60 + r(70);
        return (
          rect(x, y, 120, 300, [c.main, c.floor, c.dark][i]!) + windows(x + 14, y + 18, 4, 9, 26, c.light, c.accent, r)
        );
      })
      .join('') +
    rect(0, 336, 640, 24, c.dark),
  hospital: (c, r) =>
    ground(c.back) +
    rect(0, 312, 640, 48, c.floor) +
    rect(150, 70, 340, 244, c.light) +
    rect(276, 40, 88, 76, c.main) +
    rect(312, 52, 16, 52, c.light) +
    rect(294, 70, 52, 16, c.light) +
    windows(174, 140, 8, 4, 38, c.main, c.accent, r) +
    rect(290, 256, 60, 58, c.dark),
  clinic: (c, r) =>
    ground(c.back) +
    circle(320, 180, 128 + r(20), c.light) +
    stroke('M230 90v70q0 60 60 60t60 -60V90', c.dark, 14) +
    stroke(`M290 220v30q0 60 70 60t70 -60v-${30 + r(30)}`, c.dark, 14) +
    circle(430, 210, 26, c.main) +
    circle(430, 210, 11, c.accent) +
    circle(230, 84, 12, c.main) +
    circle(350, 84, 12, c.main),
  heart: (c, r) =>
    ground(c.back) +
    shape('M320 310C180 220 150 150 190 104q56 -56 130 20q74 -76 130 -20C490 150 460 220 320 310Z', c.main) +
    stroke(`M40 190h190l24 -${50 + r(30)}l36 ${100 + r(30)}l30 -80l18 30h262`, c.light, 10) +
    circle(600, 190, 14, c.accent),
  estate: (c, r) =>
    ground(c.back) +
    range(2)
      .map(
        (i) =>
          rect(40 + i * 300, 30 + r(30), 260, 330, [c.main, c.floor][i]!) +
          windows(60 + i * 300, 60, 6, 7, 40, c.light, c.accent, r),
      )
      .join('') +
    rect(0, 330, 640, 30, c.dark),
  crane: (c, r) =>
    ground(c.back) +
    skyline(320, c.light, r(70) + 9) +
    rect(200 + r(40), 60, 16, 280, c.main) +
    rect(90, 70, 430, 12, c.main) +
    line(208, 40, 100, 74, c.dark, 4) +
    line(208, 40, 500, 74, c.dark, 4) +
    line(430, 80, 430, 170 + r(50), c.dark, 4) +
    rect(390, 190 + r(40), 80, 40, c.accent) +
    rect(300, 260, 240, 100, c.floor) +
    windows(316, 272, 7, 3, 32, c.light, c.back, r),
  court: (c, r) =>
    ground(c.back) +
    circle(520, 70, 40 + r(16), c.accent) +
    shape('M130 130L320 50 510 130Z', c.main) +
    rect(130, 130, 380, 20, c.dark) +
    range(6)
      .map((i) => rect(150 + i * 62, 150, 30, 140, c.light))
      .join('') +
    rect(110, 290, 420, 24, c.main) +
    rect(80, 314, 480, 46, c.floor) +
    circle(320, 100, 14, c.accent),
  balance: (c, r) => {
    const tilt = r(50) - 25;
    return (
      ground(c.back) +
      rect(310, 80, 20, 220, c.dark) +
      rect(240, 296, 160, 22, c.dark) +
      line(150, 110 + tilt, 490, 110 - tilt, c.main, 14) +
      [
        [150, tilt],
        [490, -tilt],
      ]
        .map(
          ([x = 0, t = 0]) =>
            stroke(`M${x} ${110 + t}l-60 100h120Z`, c.floor, 6) +
            shape(`M${x - 74} ${210 + t}h148q-20 54 -74 54t-74 -54Z`, c.accent),
        )
        .join('') +
      circle(320, 84, 20, c.main)
    );
  },
  gavel: (c, r) =>
    ground(c.back) +
    rect(0, 296, 640, 64, c.floor) +
    rect(360, 262, 190, 34, c.dark, 'rx="8"') +
    `<g transform="rotate(${-34 + r(14)} 320 190)">${rect(150, 176, 250, 24, c.main, 'rx="12"')}${rect(330, 110, 92, 156, c.dark, 'rx="10"')}${rect(330, 136, 92, 14, c.accent)}${rect(330, 226, 92, 14, c.accent)}</g>`,
  school: (c, r) =>
    ground(c.back) +
    rect(0, 300, 640, 60, c.floor) +
    rect(80, 140, 480, 162, c.light) +
    shape('M240 140L320 70l80 70Z', c.main) +
    circle(320, 118, 16, c.accent) +
    windows(104, 162, 4, 3, 40, c.main, c.back, r) +
    windows(416, 162, 4, 3, 40, c.main, c.back, r) +
    rect(288, 216, 64, 86, c.dark) +
    line(540, 60, 540, 140, c.dark, 6) +
    shape('M540 60l-60 18l60 18Z', c.accent),
  book: (c, r) =>
    ground(c.back) +
    range(5)
      .map((i) => {
        const w = 300 + r(120);
        return rect(
          320 - w / 2 + r(40) - 20,
          270 - i * 46,
          w,
          40,
          [c.main, c.accent, c.floor, c.dark, c.light][(i + r(2)) % 5]!,
          'rx="5"',
        );
      })
      .join('') +
    rect(0, 312, 640, 48, c.dark),
  thermo: (c, r) =>
    ground(c.back) +
    range(5)
      .map((i) => stroke(`M-20 ${60 + i * 62}q80 ${-30 + r(20)} 160 0t160 0t160 0t160 0t160 0`, c.light, 4))
      .join('') +
    rect(400, 50, 64, 210, c.light, 'rx="32"') +
    circle(432, 266, 56, c.light) +
    rect(420, 130 + r(80), 24, 140, c.main) +
    circle(432, 266, 40, c.main) +
    range(5)
      .map((i) => line(474, 80 + i * 32, 500, 80 + i * 32, c.dark, 5))
      .join(''),
  rain: (c, r) =>
    ground(c.back) +
    range(40)
      .map(() => {
        const x = r(640);
        const y = r(330);
        return line(x, y, x - 10, y + 30, c.light, 4);
      })
      .join('') +
    shape(
      'M170 210a150 150 0 0 1 300 0q-25 -26 -50 0q-25 -26 -50 0q-25 -26 -50 0q-25 -26 -50 0q-25 -26 -50 0q-25 -26 -50 0Z',
      c.main,
    ) +
    stroke('M320 60v-14M320 204v90q0 26 -26 26t-26 -20', c.dark, 9) +
    rect(0, 336, 640, 24, c.floor),
  wind: (c, r) =>
    ground(c.back) +
    rect(0, 310, 640, 50, c.floor) +
    range(4)
      .map((i) => stroke(`M${30 + r(60)} ${70 + i * 52}h${240 + r(160)}q50 0 46 -34t-50 -12`, c.light, 10))
      .join('') +
    stroke('M470 330q10 -90 -10 -150', c.dark, 14) +
    range(6)
      .map((i) =>
        shape(
          `M460 184q${80 + i * 14} ${-70 + i * 26} ${130 + r(30)} ${-20 + i * 24}q-60 -10 -130 ${20 - i * 20}Z`,
          i % 2 ? c.main : c.accent,
        ),
      )
      .join(''),
  sun: (c, r) =>
    ground(c.back) +
    circle(320, 200, 84, c.accent) +
    range(12)
      .map((i) => {
        const a = (i * Math.PI) / 6;
        const far = 130 + r(30);
        return line(
          320 + Math.cos(a) * 104,
          200 + Math.sin(a) * 104,
          320 + Math.cos(a) * far,
          200 + Math.sin(a) * far,
          c.main,
          12,
        );
      })
      .join('') +
    shape('M0 270q160 -50 320 -10t320 -20V360H0Z', c.floor),
  graph: (c, r) => {
    const ys = range(8).map((i) => 280 - i * 22 - r(46));
    const d = ys.map((y, i) => `${i ? 'L' : 'M'}${i * 92} ${y}`).join('');
    return (
      ground(c.light) +
      range(6)
        .map((i) => line(0, 40 + i * 54, 640, 40 + i * 54, c.back, 3))
        .join('') +
      shape(`${d}V360H0Z`, c.accent) +
      stroke(d, c.dark, 8) +
      circle(460, ys[5]!, 24, c.main) +
      ring(460, ys[5]!, 40, c.main, 4)
    );
  },
  coins: (c, r) =>
    ground(c.back) +
    rect(0, 316, 640, 44, c.dark) +
    range(4)
      .map((i) => {
        const n = 2 + r(6);
        return range(n)
          .map((k) => rect(80 + i * 130, 292 - k * 28, 104, 22, k % 2 ? c.accent : c.main, 'rx="11"'))
          .join('');
      })
      .join('') +
    circle(540, 90, 46, c.accent) +
    ring(540, 90, 32, c.dark, 6),
  bank: (c, r) =>
    ground(c.back) +
    skyline(330, c.floor, r(80) + 11, c.accent) +
    rect(230, 40, 180, 320, c.main) +
    range(9)
      .map((i) => rect(250, 60 + i * 32, 140, 16, r(4) ? c.light : c.accent))
      .join('') +
    rect(290, 306, 60, 54, c.dark),
  globe: (c, r) =>
    ground(c.back) +
    circle(320, 180, 140, c.floor) +
    range(5)
      .map(() => shape(`M${220 + r(160)} ${90 + r(150)}q40 -30 70 4t-10 60q-50 20 -60 -64Z`, c.main))
      .join('') +
    ring(320, 180, 140, c.light, 6) +
    stroke('M180 180h280M320 40q-90 140 0 280M320 40q90 140 0 280', c.light, 4) +
    circle(500 - r(40), 70, 16, c.accent),
  ship: (c, r) =>
    ground(c.back) +
    rect(0, 270, 640, 90, c.floor) +
    shape('M60 220h520l-50 70H110Z', c.dark) +
    range(3)
      .map((row) =>
        range(7)
          .map((i) => (r(6) ? rect(150 + i * 52, 180 - row * 40, 48, 36, [c.main, c.accent, c.light][r(3)]!) : ''))
          .join(''),
      )
      .join('') +
    rect(90, 130, 50, 90, c.light) +
    circle(560, 70, 34, c.accent),
  star: (c, r) =>
    ground(c.back) +
    range(30)
      .map(() => circle(r(640), r(240), 2 + r(3), c.light))
      .join('') +
    star(180 + r(280), 110, 56, c.accent) +
    shape('M0 360V250l90 -70l80 60l110 -120l120 130l90 -70l150 110v70Z', c.floor) +
    shape('M0 360v-40l140 -50l160 50l180 -60l160 50v50Z', c.main),
};
