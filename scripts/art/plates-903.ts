import { circle, ground, group, halftone, ink, letters, line, range, rect, ring, shape, star, stroke } from './draw.ts';

/** Posters of 叱咤903 that are not part of the design, one composition each. */
export const plates903: Record<string, () => string> = {
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
    shape('M330 -10H390L330 316H190Z', ink.red, 'opacity=".85"') +
    shape('M560 -10H620L660 316H520Z', ink.red, 'opacity=".85"') +
    shape('M440 -10H510L610 316H340Z', ink.yellow) +
    rect(0, 316, 640, 44, ink.plum) +
    shape('M446 196h58l14 120h-86Z', ink.black) +
    circle(475, 166, 30, ink.black) +
    stroke('M500 214L548 150', ink.black, 16) +
    circle(556, 138, 14, ink.black) +
    range(10)
      .map((i) => circle(30 + i * 66, 366, 36, ink.black))
      .join('') +
    letters(28, 104, '叱咤', 84, ink.yellow) +
    letters(28, 196, '星級', 84, ink.white) +
    letters(28, 288, '舞台', 84, ink.white),
  wake: () =>
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
    letters(30, 150, '起身', 96, ink.black) +
    letters(30, 256, '先播', 96, ink.white),
  hammock: () =>
    ground(ink.mint) +
    circle(440, 96, 54, ink.yellow) +
    rect(300, 40, 26, 320, ink.brown) +
    rect(590, 20, 30, 340, ink.brown) +
    range(5)
      .map((i) => stroke(`M313 50q${-60 + i * 30} -50 ${-90 + i * 46} ${-10 + Math.abs(i - 2) * 18}`, ink.green, 16))
      .join('') +
    range(5)
      .map((i) => stroke(`M605 34q${-70 + i * 30} -40 ${-100 + i * 46} ${6 + Math.abs(i - 2) * 18}`, ink.green, 16))
      .join('') +
    stroke('M322 150q140 190 272 0', ink.red, 40) +
    stroke('M326 150q136 176 264 0', ink.white, 8) +
    circle(390, 196, 20, ink.sand) +
    stroke('M408 208q60 44 124 -10', ink.navy, 26) +
    rect(0, 336, 640, 24, ink.green) +
    letters(28, 130, '慢板', 96, ink.teal) +
    letters(28, 232, '周末', 96, ink.black),
  shoe: () =>
    ground(ink.red) +
    range(6)
      .map((i) =>
        stroke(
          `M-20 ${330 - i * 30}C240 ${330 - i * 30} 420 ${250 - i * 30} 700 ${120 - i * 30}`,
          i % 2 ? ink.wine : '#e8452c',
          12,
        ),
      )
      .join('') +
    group(
      'rotate(-12 450 200)',
      shape('M310 150h70q24 44 70 50l110 26q40 10 40 44H310Z', ink.white) +
        shape('M310 150h40l30 110H310Z', ink.yellow) +
        rect(300, 268, 306, 30, ink.black, 'rx="14"') +
        range(4)
          .map((i) => line(392 + i * 30, 196 + i * 10, 414 + i * 30, 172 + i * 12, ink.black, 8))
          .join('') +
        stroke('M470 244q60 4 100 -10', ink.teal, 10),
    ) +
    letters(28, 104, '星期日', 72, ink.white) +
    letters(28, 194, '操場', 88, ink.yellow),
  postcard: () =>
    ground(ink.sky) +
    group(
      'rotate(6 440 190)',
      rect(290, 90, 310, 206, ink.white) +
        range(14)
          .map((i) =>
            shape(
              `M${290 + i * 22.2} 90h12l-8 14h-12Z M${290 + i * 22.2} 282h12l-8 14h-12Z`,
              i % 2 ? ink.navy : ink.red,
            ),
          )
          .join('') +
        rect(520, 118, 56, 66, ink.yellow) +
        circle(548, 146, 16, ink.red) +
        ring(500, 170, 34, ink.navy, 4) +
        ring(500, 170, 24, ink.navy, 4) +
        range(3)
          .map((i) => line(320, 170 + i * 32, 430 - i * 20, 170 + i * 32, ink.black, 6))
          .join('') +
        stroke('M320 140h60', ink.black, 6),
    ) +
    shape('M200 330L120 350L136 320L96 300Z', ink.red) +
    stroke('M214 326Q300 280 260 60', ink.white, 5, 'stroke-dasharray="2 16"') +
    letters(28, 96, '遠距離', 66, ink.navy) +
    letters(28, 180, '點歌', 82, ink.red),
};
