import { circle, ground, line, range, rect, ring, shape, star, stroke } from './draw.ts';
import type { Scene } from './scenes.ts';

const crowd = (colour: string, r: (n: number) => number) =>
  range(22)
    .map((i) => circle(10 + i * 30, 336 - r(22), 22, colour))
    .join('') + rect(0, 340, 640, 20, colour);

/** Music, pictures and games. */
export const scenesStage: Record<string, Scene> = {
  mic: (c, r) =>
    ground(c.back) +
    range(5)
      .map((i) => ring(320, 150, 110 + i * 44, c.light, 3 + r(3)))
      .join('') +
    rect(270, 50, 100, 170, c.main, 'rx="50"') +
    range(4)
      .map((i) => line(284, 96 + i * 26, 356, 96 + i * 26, c.dark, 6))
      .join('') +
    stroke('M236 150v30q0 84 84 84t84 -84v-30M320 264v60', c.dark, 14) +
    rect(240, 318, 160, 18, c.dark, 'rx="9"') +
    circle(440 + r(60), 70, 14, c.accent),
  vinyl: (c, r) => {
    const x = 220 + r(200);
    return (
      ground(c.back) +
      circle(x, 180, 150, c.dark) +
      range(4)
        .map((i) => ring(x, 180, 76 + i * 18, c.floor, 2))
        .join('') +
      circle(x, 180, 54, c.main) +
      circle(x, 180, 12, c.light) +
      stroke(`M${x + 200} 40v110l-70 80`, c.accent, 12) +
      circle(x + 200, 40, 24, c.accent)
    );
  },
  guitar: (c, r) =>
    ground(c.back) +
    `<g transform="rotate(${-30 - r(20)} 320 180)">${circle(230, 180, 88, c.main)}${circle(340, 180, 66, c.main)}${circle(300, 180, 34, c.dark)}${rect(330, 166, 280, 28, c.dark)}${rect(590, 154, 60, 52, c.accent, 'rx="8"')}${range(
      3,
    )
      .map((i) => line(200, 172 + i * 8, 600, 172 + i * 8, c.light, 2))
      .join('')}</g>`,
  drum: (c, r) =>
    ground(c.back) +
    crowd(c.floor, r) +
    circle(320, 210, 96, c.light) +
    ring(320, 210, 96, c.main, 16) +
    rect(150, 150, 110, 60, c.accent, 'rx="10"') +
    rect(380, 150, 110, 60, c.accent, 'rx="10"') +
    shape('M90 110l130 -14l-4 14Z', c.main) +
    shape('M550 110l-130 -14l4 14Z', c.main) +
    line(155, 106, 140, 320, c.dark, 6) +
    line(485, 106, 500, 320, c.dark, 6),
  stage: (c, r) =>
    ground(c.back) +
    range(4)
      .map((i) =>
        shape(`M${90 + i * 150} 0h30l${70 + r(40)} 300h-${150 + r(40)}Z`, i % 2 ? c.accent : c.light, 'opacity="0.55"'),
      )
      .join('') +
    rect(0, 270, 640, 90, c.dark) +
    circle(320, 180, 20, c.main) +
    shape('M290 290q0 -86 30 -86t30 86Z', c.main) +
    crowd(c.floor, r),
  piano: (c, r) =>
    ground(c.back) +
    circle(500 - r(300), 90, 60, c.accent) +
    rect(0, 190, 640, 170, c.dark) +
    range(13)
      .map((i) => rect(6 + i * 49, 200, 46, 160, c.light))
      .join('') +
    range(12)
      .map((i) => (i % 7 === 2 || i % 7 === 6 ? '' : rect(38 + i * 49, 200, 30, 96, c.dark)))
      .join('') +
    rect(6 + r(12) * 49, 200, 46, 160, c.main, 'opacity="0.8"'),
  headset: (c, r) =>
    ground(c.back) +
    range(20)
      .map((i) => {
        const h = 20 + r(150);
        return rect(20 + i * 31, 180 - h / 2, 14, h, i % 3 ? c.light : c.accent, 'rx="7"');
      })
      .join('') +
    stroke('M190 220v-30q0 -120 130 -120t130 120v30', c.dark, 22) +
    rect(160, 200, 70, 110, c.main, 'rx="26"') +
    rect(410, 200, 70, 110, c.main, 'rx="26"'),
  radio: (c, r) =>
    ground(c.back) +
    line(460, 110, 560, 20, c.dark, 8) +
    rect(110, 110, 420, 200, c.main, 'rx="22"') +
    circle(220, 210, 72, c.dark) +
    range(3)
      .map((i) => ring(220, 210, 22 + i * 18, c.light, 4))
      .join('') +
    rect(320, 140, 180, 50, c.light) +
    line(340 + r(140), 144, 340 + r(140), 186, c.accent, 6) +
    circle(360, 250, 26, c.accent) +
    circle(450, 250, 26, c.light) +
    rect(0, 310, 640, 50, c.floor),
  film: (c, r) =>
    ground(c.back) +
    range(2)
      .map((i) => {
        const x = 210 + i * 210;
        return (
          circle(x, 150 + r(10), 96, i ? c.main : c.dark) +
          range(5)
            .map((k) => circle(x + Math.cos(k * 1.257) * 54, 150 + Math.sin(k * 1.257) * 54, 20, c.light))
            .join('')
        );
      })
      .join('') +
    rect(0, 270, 640, 90, c.dark) +
    range(14)
      .map((i) => rect(10 + i * 46, 280, 24, 14, c.light) + rect(10 + i * 46, 336, 24, 14, c.light))
      .join('') +
    range(5)
      .map((i) => rect(20 + i * 126, 302, 106, 26, c.accent))
      .join(''),
  screen: (c, r) =>
    ground(c.dark) +
    rect(120, 40, 400, 190, c.light) +
    circle(200 + r(240), 130, 46, c.main) +
    shape('M120 230V190q120 -50 200 -10t200 -20v70Z', c.accent) +
    range(3)
      .map((row) =>
        range(9)
          .map((i) =>
            rect(30 + i * 66 + (row % 2) * 20, 258 + row * 36, 48, 40, row === r(3) ? c.floor : c.main, 'rx="14"'),
          )
          .join(''),
      )
      .join(''),
  ball: (c, r) =>
    ground(c.floor) +
    range(7)
      .map((i) => rect(i * 92, 0, 46, 360, c.back, 'opacity="0.18"'))
      .join('') +
    line(320, 0, 320, 360, c.light, 5) +
    ring(320, 180, 80, c.light, 5) +
    circle(200 + r(240), 150 + r(80), 44, c.light) +
    star(320, 180, 26, c.accent) +
    circle(110, 80 + r(200), 22, c.main) +
    circle(530, 80 + r(200), 22, c.dark),
  swim: (c, r) =>
    ground(c.back) +
    range(5)
      .map((i) => line(0, 40 + i * 74, 640, 40 + i * 74, i % 2 ? c.main : c.light, 8))
      .join('') +
    range(4)
      .map((i) => {
        const x = 120 + r(380);
        const y = 78 + i * 74;
        return (
          circle(x, y, 18, c.accent) + stroke(`M${x - 90} ${y + 8}q24 -16 46 0t40 -4M${x + 10} ${y}l50 -24`, c.light, 8)
        );
      })
      .join(''),
  track: (c, r) =>
    ground(c.main) +
    range(6)
      .map((i) => line(-40, 90 + i * 60, 700, 20 + i * 66, c.light, 6))
      .join('') +
    range(3)
      .map((i) => {
        const x = 140 + i * 170 + r(40);
        const y = 130 + i * 50;
        return (
          circle(x, y, 20, c.dark) +
          stroke(
            `M${x - 6} ${y + 24}l-10 60l-40 40M${x - 16} ${y + 84}l40 40M${x - 6} ${y + 36}l44 20M${x - 6} ${y + 36}l-44 26`,
            i % 2 ? c.accent : c.dark,
            14,
          )
        );
      })
      .join(''),
  racket: (c, r) =>
    ground(c.floor) +
    rect(70, 50, 500, 260, c.back) +
    line(320, 50, 320, 310, c.light, 6) +
    `<g transform="rotate(${20 + r(40)} 280 180)">${ring(280, 130, 74, c.main, 14)}${range(5)
      .map((i) => line(228 + i * 26, 72, 228 + i * 26, 188, c.light, 3))
      .join('')}${rect(270, 204, 20, 120, c.dark, 'rx="8"')}</g>` +
    circle(450 + r(60), 110 + r(60), 18, c.accent),
  trophy: (c, r) =>
    ground(c.back) +
    range(14)
      .map((i) =>
        shape(
          `M320 180L${Math.cos(i * 0.449) * 500 + 320} ${Math.sin(i * 0.449) * 500 + 180}L${Math.cos(i * 0.449 + 0.22) * 500 + 320} ${Math.sin(i * 0.449 + 0.22) * 500 + 180}Z`,
          c.light,
          'opacity="0.4"',
        ),
      )
      .join('') +
    shape('M230 70h180q0 140 -70 160v30h40v40H260v-40h40v-30q-70 -20 -70 -160Z', c.accent) +
    ring(220, 120, 34, c.accent, 12) +
    ring(420, 120, 34, c.accent, 12) +
    star(320, 130, 30 + r(8), c.main) +
    rect(230, 300, 180, 26, c.dark),
  pen: (c, r) =>
    ground(c.back) +
    rect(150, 40, 300, 290, c.light) +
    range(7)
      .map((i) => rect(176, 76 + i * 32, 140 + r(110), 8, i % 3 ? c.back : c.main))
      .join('') +
    `<g transform="rotate(${30 + r(16)} 440 220)">${rect(420, 40, 40, 220, c.main)}${shape('M420 260h40l-20 50Z', c.dark)}${rect(420, 40, 40, 34, c.accent)}</g>`,
};
