import { circle, ground, line, range, rect, ring, sea, shape, skyline, star, stroke } from './draw.ts';
import type { Scene } from './scenes.ts';

/** Food, walks, homes and objects. */
export const scenesAround: Record<string, Scene> = {
  noodle: (c, r) =>
    ground(c.back) +
    circle(320, 60, 200, c.accent) +
    range(5)
      .map((i) => stroke(`M${230 + i * 44} 210q${r(30) - 15} -60 0 -110`, c.light, 9))
      .join('') +
    shape('M110 200h420q-10 120 -130 120H240q-120 0 -130 -120Z', c.main) +
    rect(110, 194, 420, 18, c.dark) +
    line(350, 200, 520, 40, c.dark, 9) +
    line(380, 204, 560, 54, c.dark, 9) +
    rect(220, 318, 200, 16, c.dark),
  cup: (c, r) =>
    ground(c.back) +
    rect(0, 290, 640, 70, c.floor) +
    shape('M190 130h240l-26 160H216Z', c.light) +
    shape('M200 160h220l-16 90H214Z', c.main) +
    stroke('M424 156q80 -6 70 50t-90 46', c.light, 16) +
    range(3)
      .map((i) => stroke(`M${250 + i * 50} 110q${14 + r(14)} -24 0 -46t6 -36`, c.accent, 8))
      .join('') +
    rect(150, 288, 320, 18, c.dark, 'rx="9"'),
  fish: (c, r) =>
    sea(0, 13, c.back, c.light) +
    range(3)
      .map((i) => {
        const x = 120 + i * 150 + r(50);
        const y = 80 + i * 80 + r(20);
        return (
          shape(`M${x} ${y}q70 -60 150 0q-80 60 -150 0Z`, [c.main, c.accent, c.floor][i]!) +
          shape(`M${x + 8} ${y}l-50 -34v68Z`, [c.main, c.accent, c.floor][i]!) +
          circle(x + 118, y - 8, 6, c.dark)
        );
      })
      .join(''),
  fruit: (c, r) =>
    ground(c.back) +
    range(3)
      .map((row) =>
        range(7)
          .map((i) =>
            circle(
              80 + i * 80 + (row % 2) * 36,
              190 + row * 56,
              40,
              [c.main, c.accent, c.floor][(i + row + r(2)) % 3]!,
            ),
          )
          .join(''),
      )
      .join('') +
    rect(0, 316, 640, 44, c.dark) +
    range(5)
      .map(
        (i) =>
          shape(`M${60 + i * 130} 0v50h-30q4 40 50 40t50 -40h-30V0`, c.main) + circle(80 + i * 130, 96, 12, c.accent),
      )
      .join(''),
  stall: (c, r) =>
    ground(c.back) +
    range(8)
      .map((i) => shape(`M${i * 80} 60h80v60q-40 ${30 + r(8)} -80 0Z`, i % 2 ? c.light : c.main))
      .join('') +
    rect(0, 40, 640, 24, c.dark) +
    rect(30, 230, 580, 130, c.floor) +
    range(9)
      .map((i) => circle(70 + i * 62, 214, 28 - r(6), [c.accent, c.main, c.light][r(3)]!))
      .join(''),
  park: (c, r) =>
    ground(c.back) +
    circle(540 - r(420), 80, 38, c.accent) +
    shape('M0 260q200 -60 640 -10V360H0Z', c.floor) +
    range(4)
      .map((i) => {
        const x = 80 + i * 150 + r(40);
        const y = 250 - r(20);
        return rect(x - 8, y - 40, 16, 90, c.dark) + circle(x, y - 80, 52 + r(16), i % 2 ? c.main : c.accent);
      })
      .join('') +
    rect(260, 300, 140, 12, c.dark) +
    rect(276, 312, 10, 28, c.dark) +
    rect(374, 312, 10, 28, c.dark),
  hill: (c, r) =>
    ground(c.back) +
    circle(480 - r(300), 100, 50, c.accent) +
    shape(`M-20 360L150 ${120 + r(50)} 300 300 430 ${100 + r(60)} 680 360Z`, c.floor) +
    shape('M0 360q160 -90 320 -40t320 -50v90Z', c.main) +
    stroke('M60 360q120 -50 190 -60t90 -60t90 -110', c.light, 9),
  beach: (c, r) =>
    sea(140, 9, c.floor, c.back) +
    rect(0, 0, 640, 144, c.back) +
    circle(320 + r(200), 110, 46, c.accent) +
    shape('M0 360V290q200 -50 380 0t260 10v60Z', c.light) +
    shape('M110 250a110 110 0 0 1 200 -70Z', c.main) +
    line(200, 200, 250, 330, c.dark, 8),
  cat: (c, r) =>
    ground(c.back) +
    rect(60, 40, 520, 250, c.light) +
    rect(60, 160, 520, 8, c.main) +
    rect(316, 40, 8, 250, c.main) +
    skyline(250, c.floor, r(60) + 2) +
    rect(30, 286, 580, 24, c.main) +
    shape('M250 290q-10 -110 40 -130l-6 -50l34 26h28l34 -26l-6 50q50 30 44 130Z', c.dark) +
    circle(302, 166, 7, c.accent) +
    circle(356, 166, 7, c.accent) +
    stroke(`M420 284q70 0 60 -${60 + r(40)}`, c.dark, 18),
  phone: (c, r) =>
    ground(c.back) +
    circle(320, 180, 160, c.floor) +
    rect(230, 40, 180, 290, c.dark, 'rx="26"') +
    rect(244, 66, 152, 230, c.light) +
    range(4)
      .map(
        (i) =>
          rect(258, 84 + i * 52, 30, 30, [c.main, c.accent, c.floor, c.main][i]!, 'rx="7"') +
          rect(298, 90 + i * 52, 50 + r(40), 9, c.dark) +
          rect(298, 106 + i * 52, 30 + r(40), 7, c.back),
      )
      .join(''),
  robot: (c, r) =>
    ground(c.back) +
    range(6)
      .map((i) => line(0, 40 + i * 60, 640, 40 + i * 60, c.light, 2))
      .join('') +
    rect(210, 110, 220, 170, c.main, 'rx="30"') +
    circle(270, 180, 30, c.light) +
    circle(370, 180, 30, c.light) +
    circle(270 + r(16) - 8, 182, 12, c.dark) +
    circle(370 + r(16) - 8, 182, 12, c.dark) +
    rect(270, 236, 100, 14, c.dark, 'rx="7"') +
    line(320, 110, 320, 66, c.dark, 8) +
    circle(320, 58, 16, c.accent) +
    rect(170, 160, 40, 70, c.floor, 'rx="12"') +
    rect(430, 160, 40, 70, c.floor, 'rx="12"'),
  box: (c, r) =>
    ground(c.back) +
    rect(0, 310, 640, 50, c.floor) +
    range(5)
      .map((i) => {
        const w = 90 + r(50);
        const x = 50 + i * 110;
        const h = 70 + r(80);
        return (
          rect(x, 312 - h, w, h, [c.main, c.accent, c.dark, c.light, c.main][i]!) +
          rect(x + w / 2 - 9, 312 - h, 18, h, c.floor)
        );
      })
      .join(''),
  map: (c, r) =>
    ground(c.back) +
    range(6)
      .map((i) => line(0, 30 + i * 66, 640, 10 + i * 66 + r(40), c.light, 12))
      .join('') +
    range(7)
      .map((i) => line(40 + i * 96, 0, 10 + i * 96 + r(60), 360, c.light, 10))
      .join('') +
    shape('M0 240q140 -40 300 10t340 -20v130H0Z', c.floor) +
    shape('M320 210q-70 -80 -50 -126q16 -34 50 -34t50 34q20 46 -50 126Z', c.main) +
    circle(320, 106, 22, c.light) +
    stroke(`M80 300q120 ${-60 - r(40)} 240 -90`, c.accent, 8),
  lantern: (c, r) =>
    ground(c.back) +
    range(5)
      .map((i) => {
        const x = 80 + i * 120;
        const y = 70 + r(70);
        return (
          line(x, 0, x, y, c.dark, 4) +
          shape(`M${x - 46} ${y + 44}q0 -46 46 -46t46 46t-46 46t-46 -46Z`, i % 2 ? c.accent : c.main) +
          rect(x - 18, y - 6, 36, 10, c.dark) +
          rect(x - 3, y + 90, 6, 32, c.light)
        );
      })
      .join('') +
    skyline(330, c.floor, r(40) + 7),
  shop: (c, r) =>
    ground(c.back) +
    rect(90, 90, 460, 230, c.light) +
    rect(90, 60, 460, 60, c.main) +
    range(9)
      .map((i) => rect(106 + i * 49, 76, 34, 28, r(2) ? c.accent : c.light))
      .join('') +
    rect(120, 150, 190, 130, c.floor) +
    rect(350, 150, 90, 170, c.dark) +
    rect(460, 150, 64, 130, c.floor) +
    range(6)
      .map((i) => rect(134 + i * 28, 210 + r(30), 20, 60 - r(20), i % 2 ? c.accent : c.main))
      .join('') +
    rect(0, 320, 640, 40, c.dark),
  clock: (c, r) => {
    const a = r(12) * 0.52;
    return (
      ground(c.back) +
      circle(320, 180, 146, c.main) +
      circle(320, 180, 122, c.light) +
      range(12)
        .map((i) => circle(320 + Math.cos(i * 0.5236) * 100, 180 + Math.sin(i * 0.5236) * 100, i % 3 ? 5 : 10, c.dark))
        .join('') +
      line(320, 180, 320 + Math.cos(a) * 60, 180 + Math.sin(a) * 60, c.dark, 12) +
      line(320, 180, 320 + Math.cos(a * 3 + 1) * 92, 180 + Math.sin(a * 3 + 1) * 92, c.dark, 7) +
      circle(320, 180, 14, c.accent)
    );
  },
  letter: (c, r) =>
    ground(c.back) +
    range(3)
      .map(
        (i) =>
          `<g transform="rotate(${-14 + i * 12 + r(6)} 320 190)">${rect(170, 90 + i * 8, 300, 190, i === 2 ? c.light : c.main, 'rx="6"')}${i === 2 ? stroke('M174 112l146 100l146 -100', c.dark, 7) : ''}</g>`,
      )
      .join('') +
    circle(470, 260, 34, c.accent) +
    star(470, 260, 18, c.dark),
  window: (c, r) =>
    ground(c.dark) +
    range(3)
      .map((row) =>
        range(6)
          .map((i) => {
            const lit = r(3) === 0;
            return (
              rect(40 + i * 98, 30 + row * 108, 76, 84, lit ? c.accent : c.back) +
              (lit
                ? circle(78 + i * 98, 84 + row * 108, 14, c.dark) + rect(60 + i * 98, 96 + row * 108, 36, 18, c.dark)
                : '')
            );
          })
          .join(''),
      )
      .join(''),
  ring: (c, r) =>
    ground(c.back) +
    range(6)
      .map((i) => ring(320 + r(60) - 30, 180, 40 + i * 34, i % 2 ? c.light : c.main, 12))
      .join('') +
    circle(320, 180, 26, c.accent) +
    line(0, 340, 640, 340, c.dark, 10),
};
