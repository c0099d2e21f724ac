import { circle, ground, ink, letters, line, range, rect, ring, sea, shape, star, stroke } from './draw.ts';

/** Posters of AM864 that are not part of the design, one composition each. */
export const plates864: Record<string, () => string> = {
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
    shape('M230 40H470V176H340l-46 46V176H230Z', ink.teal) +
    shape('M420 140H620V264H580v44l-46 -44H420Z', ink.orange) +
    letters(350, 138, '你', 84, ink.white, 'middle') +
    letters(520, 230, 'hi', 70, ink.black, 'middle') +
    letters(28, 280, 'Second', 56, ink.black) +
    letters(28, 338, 'Language', 50, ink.teal),
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
    shape('M150 256H640V282H150Z', ink.brown) +
    line(210, 282, 190, 360, ink.brown, 14) +
    line(590, 282, 610, 360, ink.brown, 14) +
    shape('M300 190h110q0 60 -55 60t-55 -60Z', ink.white) +
    stroke('M330 170q-12 -24 0 -44M360 170q-12 -24 0 -44', ink.white, 7) +
    shape('M470 250V170q0 -20 20 -30V90h24V140q20 10 20 30V250Z', ink.green) +
    circle(590, 220, 30, ink.red) +
    letters(28, 100, 'The Long', 66, ink.black) +
    letters(28, 180, 'Table', 66, ink.cream),
  waves: () =>
    ground(ink.black) +
    range(46)
      .map((i) => {
        const h = 20 + 120 * Math.abs(Math.sin(i * 0.37) * Math.cos(i * 0.11 + 0.6));
        return rect(16 + i * 13.6, 236 - h * 0.8, 8, h * 1.6, [ink.teal, ink.mint, ink.yellow][i % 3]!);
      })
      .join('') +
    letters(28, 92, 'City', 66, ink.yellow) +
    letters(172, 92, 'Soundings', 66, ink.white),
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
    shape('M350 50L300 84V330L350 310Z', ink.teal) +
    shape('M590 50L636 80V330L590 310Z', ink.teal) +
    shape('M380 296q20 -70 44 0ZM420 296q16 -50 36 0Z', ink.green) +
    rect(336, 306, 268, 18, ink.brown) +
    letters(28, 120, 'Open', 72, ink.teal) +
    letters(28, 196, 'Window', 58, ink.black),
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
    sea(206, 6, ink.teal, ink.mint, 40) +
    rect(556, 60, 22, 300, ink.white) +
    range(9)
      .map((i) => rect(556, 66 + i * 32, i % 2 ? 10 : 22, 6, ink.red))
      .join('') +
    letters(28, 92, 'Tide', 72, ink.black) +
    letters(28, 168, 'Table', 72, ink.teal),
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
  slow: () =>
    ground(ink.cream) +
    circle(560, 92, 60, ink.red) +
    range(5)
      .map((i) =>
        stroke(`M${240 + i * 30} ${236 + i * 28}q40 -14 80 0t80 0t80 0t80 0t80 0`, i % 2 ? ink.teal : ink.sky, 12),
      )
      .join('') +
    shape('M330 190H560L516 250H372Z', ink.white) +
    shape('M330 190L445 250L560 190L516 252H372Z', ink.sand) +
    shape('M445 66L520 190H370Z', ink.white) +
    shape('M445 66L520 190H445Z', ink.sand) +
    stroke('M330 190H560L516 252H372ZM445 66L520 190H370ZM445 66V190', ink.black, 5) +
    letters(28, 120, 'Slow', 88, ink.black) +
    letters(28, 212, 'Boat', 88, ink.teal),
  quiet: () =>
    ground(ink.plum) +
    shape('M360 30H580V360H360Z', ink.wine) +
    rect(374, 44, 192, 316, ink.red) +
    rect(396, 70, 148, 110, ink.wine) +
    rect(396, 204, 148, 130, ink.wine) +
    circle(548, 196, 11, ink.yellow) +
    shape('M360 30L330 360H360Z', ink.yellow) +
    shape('M330 360L250 360L360 60Z', ink.yellow, 'opacity=".28"') +
    letters(28, 120, 'Quiet', 88, ink.cream) +
    letters(28, 212, 'Room', 88, ink.pink),
  lower: () =>
    ground(ink.teal) +
    range(3)
      .map(
        (i) =>
          circle(330 + i * 124, 150, 54, ink.cream) +
          circle(330 + i * 124, 150, 40, [ink.orange, ink.yellow, ink.red][i]!) +
          shape(`M${290 + i * 124} 150a40 40 0 0 0 80 0q-20 -12 -40 0t-40 0Z`, ink.navy) +
          range(8)
            .map((k) =>
              circle(
                330 + i * 124 + 47 * Math.cos((k * Math.PI) / 4),
                150 + 47 * Math.sin((k * Math.PI) / 4),
                3,
                ink.sea,
              ),
            )
            .join(''),
      )
      .join('') +
    rect(0, 236, 640, 10, ink.yellow) +
    rect(0, 246, 640, 114, ink.black) +
    range(26)
      .map((i) =>
        rect(
          14 + i * 24,
          346 - (18 + 70 * Math.abs(Math.sin(i * 0.9) * Math.cos(i * 0.23))),
          16,
          14 + 70 * Math.abs(Math.sin(i * 0.9) * Math.cos(i * 0.23)),
          i % 4 ? ink.orange : ink.red,
        ),
      )
      .join('') +
    letters(24, 116, 'Lower', 76, ink.white) +
    letters(24, 200, 'Deck', 76, ink.yellow),
};
