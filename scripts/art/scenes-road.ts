import { circle, ground, group, line, range, rect, ring, shape, skyline, stroke } from './draw.ts';
import type { Scene } from './scenes.ts';

const wheel = (x: number, y: number, r: number, dark: string, light: string) =>
  circle(x, y, r, dark) + circle(x, y, r * 0.4, light);
const dashes = (y: number, colour: string) =>
  range(8)
    .map((i) => rect(10 + i * 84, y, 46, 7, colour))
    .join('');

/** Roads and vehicles. */
export const scenesRoad: Record<string, Scene> = {
  road: (c, r) => {
    const x = 220 + r(200);
    return (
      ground(c.back) +
      circle(90 + r(460), 80 + r(30), 34 + r(26), c.accent) +
      skyline(190, c.main, r(90) + 1) +
      rect(0, 186, 640, 174, c.floor) +
      shape(`M${x - 14} 186h28L${x + 200} 360H${x - 220}Z`, c.dark) +
      range(4)
        .map((i) =>
          shape(`M${x - 2 - i} ${202 + i * 40}h${5 + i * 3}l${2 + i} ${18 + i * 4}h${-(9 + i * 4)}Z`, c.accent),
        )
        .join('')
    );
  },
  bus: (c, r) => {
    const x = 90 + r(150);
    return (
      ground(c.back) +
      skyline(286, c.light, r(90) + 5) +
      rect(0, 286, 640, 74, c.floor) +
      rect(x, 92, 360, 196, c.main, 'rx="16"') +
      rect(x, 182, 360, 14, c.accent) +
      range(5)
        .map(
          (i) =>
            rect(x + 20 + i * 66, 112, 54, 52, c.light) +
            (i < 4 ? rect(x + 20 + i * 66, 210, 54, 44, c.light) : rect(x + 292, 210, 44, 78, c.dark)),
        )
        .join('') +
      wheel(x + 76, 292, 30, c.dark, c.light) +
      wheel(x + 270, 292, 30, c.dark, c.light) +
      dashes(336, c.light)
    );
  },
  tunnel: (c, r) => {
    const lights = 5 + r(4);
    return (
      ground(c.back) +
      shape('M0 120q160 -70 320 -10t320 -20V360H0Z', c.floor) +
      rect(0, 150, 640, 210, c.light) +
      [190, 450]
        .map(
          (x) =>
            shape(`M${x - 104} 330v-90a104 104 0 0 1 208 0v90Z`, c.dark) +
            range(lights)
              .map((i) =>
                circle(x - 64 + (i * 128) / (lights - 1), 206 + Math.abs(i - (lights - 1) / 2) * 6, 5, c.accent),
              )
              .join(''),
        )
        .join('') +
      rect(0, 322, 640, 38, c.dark) +
      rect(150, 276, 80, 46, c.main, 'rx="10"') +
      rect(412, 262, 76, 60, c.accent, 'rx="8"') +
      dashes(338, c.light)
    );
  },
  taxi: (c, r) => {
    const x = 150 + r(120);
    return (
      ground(c.back) +
      skyline(270, c.floor, r(80) + 2, c.accent) +
      rect(0, 270, 640, 90, c.dark) +
      shape(`M${x} 270v-44q4 -14 22 -16l46 -54q8 -10 24 -10h96q16 0 26 12l42 54q38 4 48 20v38Z`, c.main) +
      shape(`M${x + 84} 206l34 -42h48v42ZM${x + 178} 206v-42h40l34 42Z`, c.light) +
      rect(x + 142, 122, 52, 22, c.accent, 'rx="5"') +
      wheel(x + 72, 272, 28, c.dark, c.light) +
      wheel(x + 236, 272, 28, c.dark, c.light) +
      dashes(326, c.accent)
    );
  },
  tow: (c, r) => {
    const x = 70 + r(60);
    return (
      ground(c.back) +
      circle(540, 80, 40, c.accent) +
      rect(0, 280, 640, 80, c.floor) +
      rect(x, 216, 250, 42, c.dark) +
      shape(`M${x + 250} 258v-92h54q14 0 22 14l34 44v34Z`, c.main) +
      shape(`M${x + 270} 214v-30h32l24 30Z`, c.light) +
      line(x + 220, 216, x + 120, 130, c.dark, 12) +
      line(x + 122, 134, x + 90, 196, c.accent, 6) +
      wheel(x + 60, 270, 26, c.dark, c.light) +
      wheel(x + 310, 270, 26, c.dark, c.light) +
      group(
        `rotate(-9 ${x - 20} 240)`,
        rect(x - 90, 196, 160, 42, c.accent, 'rx="14"') + rect(x - 60, 166, 90, 36, c.light, 'rx="12"'),
      ) +
      dashes(330, c.light)
    );
  },
  crash: (c, r) =>
    ground(c.back) +
    rect(0, 250, 640, 110, c.dark) +
    dashes(310, c.light) +
    shape(`M${290 + r(30)} 90l38 70h-76Z`, c.accent) +
    rect(312, 112, 8, 24, c.dark) +
    rect(70 + r(30), 196, 200, 60, c.main, 'rx="18"') +
    rect(120, 160, 110, 44, c.light, 'rx="14"') +
    wheel(120, 258, 24, c.dark, c.light) +
    wheel(230, 258, 24, c.dark, c.light) +
    rect(372, 196, 200, 60, c.floor, 'rx="18"') +
    rect(410, 160, 110, 44, c.light, 'rx="14"') +
    wheel(420, 258, 24, c.dark, c.light) +
    wheel(530, 258, 24, c.dark, c.light) +
    range(6)
      .map((i) =>
        line(
          310 + Math.cos(i) * 16,
          222 + Math.sin(i) * 16,
          310 + Math.cos(i) * (36 + r(14)),
          222 + Math.sin(i) * 36,
          c.accent,
          6,
        ),
      )
      .join(''),
  works: (c, r) =>
    ground(c.back) +
    skyline(230, c.light, r(70) + 3) +
    rect(0, 230, 640, 130, c.floor) +
    range(3 + r(2))
      .map((i) => {
        const x = 90 + i * 130;
        return (
          shape(`M${x} 300l26 -96h20l26 96Z`, c.main) +
          shape(`M${x + 17} 240l5 -18h28l5 18Z`, c.light) +
          rect(x - 16, 298, 104, 16, c.dark, 'rx="4"')
        );
      })
      .join('') +
    shape('M540 110l80 80l-80 80l-80 -80Z', c.accent) +
    stroke('M520 220l20 -30l24 30M540 190v-22', c.dark, 9) +
    circle(540, 152, 10, c.dark),
  traffic: (c, r) =>
    ground(c.back) +
    skyline(150, c.light, r(60) + 4) +
    shape('M200 150h240L640 360H0Z', c.dark) +
    range(3)
      .map((row) =>
        range(3)
          .map((i) => {
            const w = 44 + row * 28;
            const x = 320 + (i - 1) * (w + 26 + row * 18) - w / 2;
            const y = 170 + row * 58;
            return (
              rect(x, y, w, w * 0.55, [c.main, c.accent, c.floor, c.light][r(4)]!, 'rx="9"') +
              rect(x + 5, y + w * 0.36, 9, 6, c.light) +
              rect(x + w - 14, y + w * 0.36, 9, 6, c.light)
            );
          })
          .join(''),
      )
      .join(''),
  cone: (c, r) => {
    const x = 250 + r(140);
    return (
      ground(c.back) +
      ring(x + 30, 190, 150 + r(20), c.light, 22) +
      rect(0, 300, 640, 60, c.dark) +
      shape(`M${x - 60} 300l62 -220h56l62 220Z`, c.main) +
      shape(`M${x - 25} 176l14 -48h82l14 48ZM${x - 46} 250l13 -44h126l13 44Z`, c.light) +
      rect(x - 100, 292, 260, 26, c.main, 'rx="8"')
    );
  },
  bike: (c, r) => {
    const x = 150 + r(80);
    return (
      ground(c.back) +
      shape('M0 250q160 -50 320 -20t320 -10V360H0Z', c.floor) +
      circle(540, 90, 44, c.accent) +
      ring(x, 240, 66, c.dark, 12) +
      ring(x + 220, 240, 66, c.dark, 12) +
      stroke(`M${x} 240l60 -100h110l50 100M${x + 60} 140l50 100l60 -100M${x} 240h110`, c.main, 12) +
      line(x + 46, 128, x + 84, 128, c.dark, 12) +
      stroke(`M${x + 164} 142l-8 -34h38`, c.dark, 10)
    );
  },
  ferry: (c, r) =>
    ground(c.back) +
    circle(110 + r(420), 90, 46, c.accent) +
    skyline(220, c.light, r(50) + 6) +
    rect(0, 220, 640, 140, c.floor) +
    shape(`M120 ${236 + r(10)}h400l-44 64H170Z`, c.main) +
    rect(180, 190, 270, 48, c.light) +
    range(6)
      .map((i) => rect(196 + i * 42, 202, 24, 22, c.dark))
      .join('') +
    rect(300, 140, 44, 50, c.accent) +
    range(4)
      .map((i) =>
        stroke(`M${-20 + i * 12} ${318 + i * 14}q40 -14 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0`, c.back, 4),
      )
      .slice(0, 2)
      .join(''),
  plane: (c, r) =>
    ground(c.back) +
    circle(130, 270, 60 + r(30), c.accent) +
    group(
      `rotate(${-10 - r(10)} 320 180)`,
      shape('M70 196q10 -26 60 -26h340q70 4 96 26q-26 22 -96 26H130q-50 0 -60 -26Z', c.light) +
        shape('M270 176l-60 -110h44l120 110ZM270 216l-60 110h44l120 -110Z', c.main) +
        shape('M96 172l-36 -66h34l62 64Z', c.main) +
        range(8)
          .map((i) => circle(220 + i * 34, 190, 7, c.dark))
          .join(''),
    ) +
    rect(0, 334, 640, 26, c.floor),
};
