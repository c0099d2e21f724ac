import {
  circle,
  ground,
  group,
  halftone,
  ink,
  letters,
  line,
  rect,
  ring,
  sea,
  shape,
  skyline,
  star,
  stroke,
} from './draw.ts';

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** One composition for each programme whose poster the design did not bring. */
export const plates: Record<string, () => string> = {
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
    range(7)
      .map((i) => shape(`M${i * 46 - 20} 0h46q14 180 -8 360h-46q22 -180 8 -360Z`, i % 2 ? ink.red : '#a81d08'))
      .join('') +
    shape('M300 360L420 60H520L640 360Z', ink.yellow, 'opacity=".9"') +
    circle(470, 280, 60, ink.black) +
    rect(458, 190, 24, 90, ink.black) +
    circle(470, 180, 32, ink.black) +
    letters(30, 110, '星期日', 56, ink.cream) +
    letters(30, 176, '廣播劇', 56, ink.yellow),
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
  loud: () =>
    ground(ink.orange) +
    circle(470, 190, 110, ink.black) +
    circle(470, 190, 92, ink.cream) +
    range(12)
      .map((i) => {
        const a = (Math.PI * i) / 6;
        return line(
          470 + 76 * Math.cos(a),
          190 + 76 * Math.sin(a),
          470 + 88 * Math.cos(a),
          190 + 88 * Math.sin(a),
          ink.black,
          6,
        );
      })
      .join('') +
    stroke('M470 190V126M470 190l44 30', ink.black, 10) +
    circle(400, 84, 34, ink.black) +
    circle(540, 84, 34, ink.black) +
    stroke('M392 300l-20 34M548 300l20 34', ink.black, 14) +
    letters(30, 120, '朝早', 84, ink.black) +
    letters(30, 210, '唔好', 84, ink.black) +
    letters(30, 300, '嘈', 84, ink.white),
  book: () =>
    ground(ink.lilac) +
    shape('M330 110q70 -40 140 0q70 -40 140 0V290q-70 -40 -140 0q-70 -40 -140 0Z', ink.white) +
    stroke('M470 110V290', ink.plum, 6) +
    range(4)
      .map((i) => stroke(`M352 ${142 + i * 32}q50 -22 96 0M492 ${142 + i * 32}q50 -22 96 0`, ink.plum, 5))
      .join('') +
    letters(30, 140, '十點', 84, ink.plum) +
    letters(30, 236, '學堂', 84, ink.white),
  disc: () =>
    ground(ink.navy) +
    circle(470, 180, 150, ink.white) +
    circle(470, 180, 144, ink.sky) +
    shape('M470 180L560 62A148 148 0 0 1 612 140Z', ink.yellow) +
    shape('M470 180L380 298A148 148 0 0 1 328 220Z', ink.pink) +
    circle(470, 180, 46, ink.white) +
    circle(470, 180, 20, ink.navy) +
    letters(30, 150, '叱咤', 84, ink.yellow) +
    letters(30, 246, '午間', 84, ink.white),
  amp: () =>
    ground(ink.black) +
    rect(330, 60, 270, 250, ink.plum) +
    rect(344, 120, 242, 176, ink.red) +
    halftone(352, 128, 226, 160, 14, ink.black, () => 0.75) +
    range(5)
      .map(
        (i) =>
          circle(372 + i * 46, 90, 15, ink.cream) +
          line(
            372 + i * 46,
            90,
            372 + i * 46 + 9 * Math.cos(i * 1.3),
            90 - 9 * Math.abs(Math.sin(i * 1.3 + 0.4)),
            ink.black,
            4,
          ),
      )
      .join('') +
    letters(28, 120, '咪較', 82, ink.red) +
    letters(28, 214, '細聲', 82, ink.white),
  reel: () =>
    ground(ink.sand) +
    circle(460, 180, 140, ink.black) +
    range(5)
      .map((i) => {
        const a = (Math.PI * 2 * i) / 5 - 0.4;
        return circle(460 + 78 * Math.cos(a), 180 + 78 * Math.sin(a), 36, ink.sand);
      })
      .join('') +
    circle(460, 180, 22, ink.red) +
    shape('M596 210q30 60 60 70v40q-60 -6 -90 -60Z', ink.black) +
    letters(30, 130, '電影', 78, ink.wine) +
    letters(30, 220, '原聲夜', 78, ink.black),
  dance: () =>
    ground(ink.plum) +
    range(6)
      .map((r) =>
        range(8)
          .map((c) =>
            rect(
              288 + c * 46,
              176 + r * 34,
              42,
              30,
              [ink.pink, ink.yellow, ink.sky, ink.orange][(r * 3 + c * 2) % 4]!,
              `opacity="${0.5 + ((r + c) % 3) * 0.25}"`,
            ),
          )
          .join(''),
      )
      .join('') +
    circle(470, 86, 58, ink.white) +
    stroke('M412 86H528M420 60H520M420 112H520M470 28V144M446 32q-18 54 0 108M494 32q18 54 0 108', ink.plum, 3) +
    line(470, 0, 470, 28, ink.white, 4) +
    letters(28, 116, '903', 84, ink.yellow) +
    letters(28, 330, '跳舞機', 70, ink.white),
  herbs: () =>
    ground(ink.green) +
    shape('M340 150H600q0 170 -130 170t-130 -170Z', ink.cream) +
    rect(326, 134, 288, 22, ink.brown) +
    range(6)
      .map((i) =>
        group(
          `rotate(${-50 + i * 20} 470 140)`,
          shape('M470 136q-18 -50 0 -100q18 50 0 100Z', i % 2 ? ink.mint : ink.sea),
        ),
      )
      .join('') +
    letters(400, 262, '苦', 76, ink.green) +
    letters(30, 200, '廿四味', 82, ink.yellow),
  panel: () =>
    ground(ink.white) +
    shape('M300 0H640V150L300 110Z', ink.yellow) +
    shape('M300 126L640 166V360H470L300 300Z', ink.sky) +
    stroke('M300 0V360M300 118L640 158M470 360L520 150', ink.black, 8) +
    star(540, 74, 56, ink.red, 9, 0.7) +
    circle(400, 230, 44, ink.black) +
    circle(386, 220, 9, ink.white) +
    circle(416, 220, 9, ink.white) +
    shape('M520 360L560 200 640 230V360Z', ink.black) +
    letters(24, 120, '動漫', 78, ink.black) +
    letters(24, 206, '深宵', 78, ink.red) +
    letters(24, 292, '席', 78, ink.black),
  drum: () =>
    ground(ink.pink) +
    shape('M330 150V280q130 70 260 0V150Z', ink.red) +
    range(7)
      .map((i) => line(336 + i * 42, 168, 356 + i * 36, 300, ink.yellow, 5))
      .join('') +
    shape('M330 150a130 42 0 1 0 260 0a130 42 0 1 0 -260 0Z', ink.cream) +
    line(350, 40, 470, 146, ink.brown, 12) +
    line(590, 50, 490, 150, ink.brown, 12) +
    circle(470, 146, 12, ink.brown) +
    circle(490, 150, 12, ink.brown) +
    letters(28, 130, '校園', 84, ink.wine) +
    letters(28, 226, '樂隊', 84, ink.black),
  mic: () =>
    ground(ink.yellow) +
    group(
      'rotate(24 460 190)',
      circle(460, 110, 74, ink.black) +
        range(4)
          .map((i) => line(396, 84 + i * 22, 524, 84 + i * 22, ink.yellow, 4))
          .join('') +
        shape('M412 176H508L490 350H430Z', ink.red) +
        rect(400, 164, 120, 20, ink.black),
    ) +
    letters(28, 130, '點歌', 88, ink.black) +
    letters(28, 226, '仔', 88, ink.red),
  spot: () =>
    ground(ink.black) +
    shape('M120 0L20 360H320L190 0Z', ink.yellow, 'opacity=".85"') +
    shape('M440 0L330 360H640V320L520 0Z', ink.red, 'opacity=".9"') +
    shape('M300 0L220 360H470L350 0Z', ink.cream, 'opacity=".55"') +
    rect(0, 318, 640, 42, ink.plum) +
    range(9)
      .map((i) => circle(40 + i * 70, 346, 40, ink.black))
      .join('') +
    letters(28, 96, '叱咤', 78, ink.white) +
    letters(612, 300, '星級舞台', 62, ink.white, 'end'),
  ferry: () =>
    ground(ink.navy) +
    circle(520, 84, 40, ink.cream) +
    range(20)
      .map((i) => circle((i * 97) % 640, (i * 53) % 170, 2.4, ink.cream))
      .join('') +
    shape('M240 230H590L560 290H280Z', ink.green) +
    rect(300, 186, 240, 46, ink.white) +
    range(7)
      .map((i) => rect(312 + i * 32, 198, 18, 18, ink.yellow))
      .join('') +
    rect(400, 140, 36, 48, ink.red) +
    sea(284, 3, ink.sea, ink.sky) +
    letters(28, 96, 'Night', 68, ink.cream) +
    letters(28, 166, 'Ferry', 68, ink.yellow),
  island: () =>
    ground(ink.sky) +
    circle(540, 80, 46, ink.yellow) +
    shape('M250 250q60 -120 130 -90q40 -80 110 -20q90 10 130 110Z', ink.green) +
    shape('M330 250q40 -60 100 -40q60 -40 110 40Z', ink.teal) +
    line(320, 250, 336, 140, ink.brown, 9) +
    range(5)
      .map((i) => stroke(`M336 140q${-50 + i * 25} -36 ${-72 + i * 36} ${-4 + Math.abs(i - 2) * 14}`, ink.green, 10))
      .join('') +
    sea(248, 4, ink.sea, ink.sky) +
    letters(28, 96, 'Island', 68, ink.black) +
    letters(28, 330, 'Hopping', 68, ink.white),
  speech: () =>
    ground(ink.cream) +
    shape('M290 60H520V190H400l-46 46V190H290Z', ink.teal) +
    shape('M420 160H620V284H580v44l-46 -44H420Z', ink.orange) +
    letters(405, 156, '你', 84, ink.white, 'middle') +
    letters(520, 250, 'hi', 70, ink.black, 'middle') +
    letters(28, 110, 'Second', 60, ink.black) +
    letters(28, 180, 'Lan-', 60, ink.teal) +
    letters(28, 250, 'guage', 60, ink.teal),
  score: () =>
    ground(ink.paper) +
    range(5)
      .map((i) => line(0, 130 + i * 30, 640, 130 + i * 30, ink.black, 4))
      .join('') +
    range(5)
      .map(
        (i) =>
          shape(
            `M${300 + i * 66} ${250 - i * 26}a24 17 -20 1 0 44 -10a24 17 -20 1 0 -44 10Z`,
            i === 3 ? ink.red : ink.black,
          ) + line(342 + i * 66, 240 - i * 26, 342 + i * 66, 150 - i * 26, i === 3 ? ink.red : ink.black, 6),
      )
      .join('') +
    letters(28, 92, 'Sunday', 70, ink.wine) +
    letters(28, 340, 'Score', 70, ink.wine),
  table: () =>
    ground(ink.orange) +
    shape('M200 250H640V276H200Z', ink.brown) +
    line(260, 276, 240, 360, ink.brown, 14) +
    line(590, 276, 610, 360, ink.brown, 14) +
    shape('M300 190h110q0 60 -55 60t-55 -60Z', ink.white) +
    stroke('M330 170q-12 -24 0 -44M360 170q-12 -24 0 -44', ink.white, 7) +
    shape('M470 250V170q0 -20 20 -30V90h24V140q20 10 20 30V250Z', ink.green) +
    circle(590, 220, 30, ink.red) +
    letters(28, 100, 'The Long', 62, ink.black) +
    letters(28, 350, 'Table', 62, ink.cream),
  waves: () =>
    ground(ink.black) +
    range(46)
      .map((i) => {
        const h = 20 + 120 * Math.abs(Math.sin(i * 0.37) * Math.cos(i * 0.11 + 0.6));
        return rect(16 + i * 13.6, 190 - h, 8, h * 2, [ink.teal, ink.mint, ink.yellow][i % 3]!);
      })
      .join('') +
    letters(28, 78, 'City', 62, ink.white) +
    letters(612, 336, 'Soundings', 62, ink.white, 'end'),
  compass: () =>
    ground(ink.teal) +
    circle(460, 184, 136, ink.cream) +
    ring(460, 184, 116, ink.teal, 5) +
    shape('M460 76L492 184H428Z', ink.red) +
    shape('M460 292L492 184H428Z', ink.black) +
    circle(460, 184, 14, ink.cream) +
    range(24)
      .map((i) => {
        const a = (Math.PI * i) / 12;
        return line(
          460 + 104 * Math.cos(a),
          184 + 104 * Math.sin(a),
          460 + 112 * Math.cos(a),
          184 + 112 * Math.sin(a),
          ink.teal,
          4,
        );
      })
      .join('') +
    letters(28, 110, 'Chart of', 58, ink.yellow) +
    letters(28, 180, 'the', 58, ink.white) +
    letters(28, 250, 'World', 58, ink.white),
  moon: () =>
    ground(ink.plum) +
    shape('M470 60a120 120 0 1 0 100 190a100 100 0 1 1 -100 -190Z', ink.yellow) +
    star(560, 90, 22, ink.cream) +
    star(600, 160, 14, ink.cream) +
    star(330, 70, 12, ink.cream) +
    shape('M300 330q150 -60 340 -20V360H300Z', ink.lilac) +
    letters(28, 110, 'Bedtime', 64, ink.pink) +
    letters(28, 186, 'Stories', 64, ink.white),
  window: () =>
    ground(ink.mint) +
    rect(350, 50, 240, 260, ink.white) +
    rect(364, 64, 100, 232, ink.sky) +
    rect(476, 64, 100, 232, ink.sky) +
    circle(530, 120, 30, ink.yellow) +
    shape('M350 50L290 90V330L350 310Z', ink.teal) +
    shape('M590 50L636 80V330L590 310Z', ink.teal) +
    shape('M380 296q20 -70 44 0ZM420 296q16 -50 36 0Z', ink.green) +
    rect(336, 306, 268, 18, ink.brown) +
    letters(28, 110, 'Open', 76, ink.teal) +
    letters(28, 196, 'Window', 66, ink.black),
  sax: () =>
    ground(ink.navy) +
    stroke('M350 70h40q30 0 34 40l20 130q10 60 60 56t54 -60l6 -66', ink.yellow, 34) +
    shape('M540 170L630 120 616 210 584 196Z', ink.yellow) +
    range(5)
      .map((i) => circle(424 + i * 6, 130 + i * 28, 9, ink.orange))
      .join('') +
    letters(28, 130, 'Live', 84, ink.cream) +
    letters(28, 330, 'Set', 84, ink.red),
  tide: () =>
    ground(ink.cream) +
    circle(470, 130, 70, ink.orange) +
    sea(180, 6, ink.teal, ink.mint, 40) +
    rect(556, 60, 22, 300, ink.white) +
    range(9)
      .map((i) => rect(556, 66 + i * 32, i % 2 ? 10 : 22, 6, ink.red))
      .join('') +
    letters(28, 100, 'Tide', 78, ink.black) +
    letters(28, 330, 'Table', 78, ink.white),
  sessions: () =>
    ground(ink.sea) +
    rect(0, 250, 640, 110, ink.navy) +
    range(7)
      .map((i) => rect(260 + i * 60, 236, 14, 124, ink.brown))
      .join('') +
    rect(230, 222, 410, 22, ink.brown) +
    circle(420, 120, 26, ink.yellow) +
    shape('M392 146h56l20 80h-96Z', ink.red) +
    line(470, 90, 470, 222, ink.white, 5) +
    circle(470, 84, 12, ink.white) +
    shape('M540 80q14 -16 28 0q14 -16 28 0q-16 -6 -28 6q-12 -12 -28 -6Z', ink.white) +
    shape('M560 130q12 -14 24 0q12 -14 24 0q-14 -5 -24 5q-10 -10 -24 -5Z', ink.white) +
    letters(28, 96, 'Harbour', 62, ink.cream) +
    letters(28, 166, 'Sessions', 62, ink.yellow),
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
    range(24)
      .map((i) => circle((i * 131) % 640, (i * 71) % 360, 3.4, ink.white))
      .join('') +
    letters(28, 140, '聖誕', 82, ink.white) +
    letters(28, 234, '頌歌夜', 74, ink.yellow),
  'station-default': () =>
    ground(ink.black) +
    [ink.red, ink.yellow, ink.teal]
      .map((c, i) => rect(230 + i * 66, [130, 70, 160][i]!, 46, [130, 190, 100][i]!, c))
      .join(''),
};
