import {
  circle,
  ground,
  halftone,
  ink,
  letters,
  line,
  range,
  rect,
  ring,
  shape,
  skyline,
  star,
  stroke,
} from './draw.ts';

/** Posters of 雷霆881 that are not part of the design, one composition each. */
export const plates881: Record<string, () => string> = {
  road: () =>
    ground(ink.navy) +
    circle(520, 90, 54, ink.yellow) +
    shape('M250 360L330 120H360L480 360Z', ink.black) +
    range(5)
      .map((i) =>
        shape(`M${345 - i * 2} ${140 + i * 44}h${6 + i * 3}l${2 + i} ${20 + i * 4}h${-(10 + i * 5)}Z`, ink.yellow),
      )
      .join('') +
    skyline(130, ink.sea, 3, ink.yellow) +
    shape('M250 360L330 130H360L480 360Z', ink.black) +
    range(5)
      .map((i) => rect(342 - i * 2, 148 + i * 42, 7 + i * 4, 22 + i * 4, ink.yellow))
      .join('') +
    letters(34, 236, '早安', 70, ink.white) +
    letters(34, 316, '交通網', 70, ink.yellow),
  bars: () =>
    ground(ink.cream) +
    range(13)
      .map((i) =>
        rect(
          230 + i * 31,
          300 - [40, 70, 55, 98, 84, 130, 112, 160, 140, 190, 172, 226, 244][i]!,
          21,
          400,
          i % 3 === 1 ? ink.red : ink.navy,
        ),
      )
      .join('') +
    line(0, 300, 640, 300, ink.black, 5) +
    letters(34, 92, '開市直擊', 58, ink.black) +
    letters(34, 158, '午市', 58, ink.red),
  basket: () =>
    ground(ink.mint) +
    shape('M330 170H610L580 330H360Z', ink.brown) +
    range(6)
      .map((i) => line(352 + i * 42, 176, 366 + i * 36, 328, ink.sand, 7))
      .join('') +
    range(3)
      .map((i) => line(338 + i * 6, 206 + i * 40, 602 - i * 6, 206 + i * 40, ink.sand, 7))
      .join('') +
    circle(400, 140, 44, ink.red) +
    circle(470, 120, 50, ink.orange) +
    shape('M540 170q-10 -110 50 -130q-10 70 -16 130Z', ink.green) +
    stroke('M400 96q10 -26 26 -30', ink.green, 8) +
    letters(34, 250, '周末', 82, ink.teal) +
    letters(34, 332, '菜籃', 82, ink.black),
  school: () =>
    ground(ink.yellow) +
    rect(330, 70, 260, 230, ink.green) +
    rect(342, 82, 236, 206, ink.sea) +
    stroke('M372 150l26 26 44 -52', ink.white, 9) +
    stroke('M372 220h150M372 250h110', ink.white, 7) +
    rect(320, 296, 280, 14, ink.brown) +
    circle(548, 128, 18, ink.pink) +
    letters(34, 130, '家', 96, ink.black) +
    letters(34, 226, '長', 96, ink.black) +
    letters(34, 322, '會', 96, ink.red),
  scales: () =>
    ground(ink.paper) +
    line(440, 70, 440, 290, ink.black, 14) +
    line(310, 110, 570, 110, ink.black, 12) +
    circle(440, 74, 18, ink.red) +
    shape('M254 210a56 56 0 0 0 112 0Z', ink.red) +
    shape('M514 250a56 56 0 0 0 112 0Z', ink.navy) +
    stroke('M310 112l-52 98M310 112l52 98M570 112l-52 138M570 112l52 138', ink.black, 4) +
    rect(370, 290, 140, 18, ink.black) +
    letters(34, 110, '法庭', 72, ink.black) +
    letters(34, 330, '走廊', 72, ink.red),
  stage: () =>
    ground(ink.wine) +
    shape('M300 360L400 40H540L640 360Z', ink.yellow, 'opacity=".95"') +
    range(6)
      .map((i) => shape(`M${i * 46 - 10} 0h46q16 180 -12 360h-46q26 -180 12 -360Z`, i % 2 ? ink.red : '#a81d08'))
      .join('') +
    rect(370, 190, 210, 120, ink.brown, 'rx="18"') +
    rect(370, 296, 210, 20, ink.black) +
    circle(430, 250, 42, ink.sand) +
    range(4)
      .map((i) => line(396, 232 + i * 12, 464, 232 + i * 12, ink.brown, 4))
      .join('') +
    rect(492, 214, 72, 32, ink.cream) +
    line(534, 216, 534, 244, ink.red, 5) +
    circle(508, 276, 12, ink.black) +
    circle(548, 276, 12, ink.black) +
    line(548, 190, 600, 96, ink.black, 6) +
    letters(30, 110, '星期日', 62, ink.cream) +
    letters(30, 186, '廣播劇', 62, ink.yellow),
  ball: () =>
    ground(ink.green) +
    stroke('M320 -10V370', ink.white, 5) +
    ring(320, 180, 92, ink.white, 5) +
    circle(480, 170, 104, ink.white) +
    star(480, 170, 46, ink.black, 5, 0.82) +
    range(5)
      .map((i) => {
        const a = (Math.PI * 2 * i) / 5 - Math.PI / 2;
        return line(
          480 + 44 * Math.cos(a),
          170 + 44 * Math.sin(a),
          480 + 103 * Math.cos(a),
          170 + 103 * Math.sin(a),
          ink.black,
          6,
        );
      })
      .join('') +
    letters(30, 120, '雷霆', 84, ink.yellow) +
    letters(30, 330, '體育室', 84, ink.white),
  pulse: () =>
    ground(ink.white) +
    rect(0, 210, 640, 150, ink.sea) +
    stroke('M0 210H210l26 -60 34 150 40 -240 38 200 24 -50H640', ink.red, 12) +
    circle(560, 90, 44, ink.red) +
    rect(548, 62, 24, 56, ink.white) +
    rect(532, 78, 56, 24, ink.white) +
    letters(30, 100, '醫生', 72, ink.black) +
    letters(30, 322, '未落班', 72, ink.white),
  globe: () =>
    ground(ink.sky) +
    circle(460, 190, 132, ink.navy) +
    stroke('M328 190H592M460 58V322M350 116H570M350 264H570', ink.sky, 4) +
    stroke('M460 58q-92 132 0 264M460 58q92 132 0 264', ink.sky, 4) +
    shape('M400 130q40 -30 74 0q-6 40 -50 34Z', ink.yellow) +
    shape('M470 210q50 -20 70 20q-24 44 -62 22Z', ink.red) +
    letters(30, 110, '新聞', 78, ink.black) +
    letters(30, 196, '天地線', 70, ink.red),
  seven: () =>
    ground(ink.red) +
    halftone(320, 20, 320, 330, 20, ink.wine, (u, v) => (u + v) / 2) +
    shape('M352 70H590L470 330H396L494 132H352Z', ink.yellow) +
    letters(30, 150, '七點', 92, ink.white) +
    letters(30, 246, '新聞', 92, ink.white),
  phone: () =>
    ground(ink.teal) +
    shape('M400 60q-60 20 -50 110q20 110 130 150q70 20 90 -36l-56 -50 -44 24q-50 -24 -66 -78l36 -34Z', ink.cream) +
    stroke('M500 60q70 20 84 96M496 104q36 12 44 50', ink.yellow, 12) +
    letters(30, 116, '茶記', 70, ink.yellow) +
    letters(30, 200, '打入嚟', 70, ink.white),
  coins: () =>
    ground(ink.yellow) +
    shape('M330 40H560l40 40V330H330Z', ink.white) +
    shape('M560 40v40h40Z', ink.sand) +
    range(6)
      .map((i) =>
        line(360, 100 + i * 34, [540, 500, 566, 520, 556, 470][i]!, 100 + i * 34, i === 3 ? ink.red : ink.black, 7),
      )
      .join('') +
    range(4)
      .map(
        (i) =>
          shape(`M250 ${322 - i * 26}v18a60 18 0 0 0 120 0v-18Z`, ink.red) +
          shape(`M250 ${322 - i * 26}a60 18 0 0 1 120 0a60 18 0 0 1 -120 0Z`, ink.orange),
      )
      .join('') +
    letters(28, 116, '錢途', 92, ink.black) +
    letters(28, 214, '有路', 92, ink.red),
  lorry: () =>
    ground(ink.black) +
    circle(96, 300, 150, ink.navy) +
    shape('M300 150H520V292H300Z', ink.teal) +
    shape('M528 190h56l36 52v50h-92Z', ink.red) +
    shape('M544 204h34l24 36h-58Z', ink.sky) +
    range(4)
      .map((i) => line(330 + i * 52, 164, 330 + i * 52, 278, ink.sea, 5))
      .join('') +
    shape('M620 262L640 250V320L620 286Z', ink.yellow) +
    rect(0, 310, 640, 50, ink.navy) +
    circle(360, 300, 34, ink.paper) +
    circle(360, 300, 14, ink.black) +
    circle(570, 300, 34, ink.paper) +
    circle(570, 300, 14, ink.black) +
    range(14)
      .map((i) => circle(250 + ((i * 89) % 380), 16 + ((i * 47) % 110), 2.6, ink.cream))
      .join('') +
    letters(28, 116, '凌晨', 88, ink.white) +
    letters(28, 212, '三點半', 72, ink.yellow),
};
