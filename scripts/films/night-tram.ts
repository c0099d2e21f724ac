import { circle, ground, group, ink, line, range, rect, ring, seeded, skyline, stroke } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { across, blink, sway } from './props.ts';

function tram(x: number, y: number, t: number, body: string): string {
  const windows = range(5).map(
    (i) => rect(12 + i * 25, 14, 19, 26, ink.cream) + rect(12 + i * 25, 54, 19, 24, ink.yellow),
  );
  const heads = [0, 2, 3].map((i) => circle(21 + i * 25, 66 + sway(t, 2, 1, i * 0.3), 6, ink.brown));
  return group(
    `translate(${x.toFixed(1)} ${(y + sway(t, 1.4, 0.8)).toFixed(1)})`,
    [
      line(70, -26, 70, 0, ink.black, 3),
      rect(0, 0, 142, 92, body, 'rx="8"'),
      rect(0, 44, 142, 6, ink.cream),
      ...windows,
      ...heads,
      rect(-4, 88, 150, 8, ink.black, 'rx="4"'),
      circle(28, 98, 9, ink.black),
      circle(114, 98, 9, ink.black),
      circle(138, 82, 4, ink.yellow),
    ].join(''),
  );
}

const rails = [
  rect(0, 300, 640, 60, '#1c2334'),
  line(0, 316, 640, 316, ink.lilac, 3),
  line(0, 338, 640, 338, ink.lilac, 3),
].join('');

function signs(t: number, seed: number): string {
  const random = seeded(seed);
  return range(7)
    .map((i) => {
      const [x, y, high] = [20 + i * 92, 60 + random() * 70, 50 + random() * 70];
      const fill = [ink.red, ink.teal, ink.orange, ink.pink][i % 4]!;
      return (
        rect(x, y, 34, high, blink(t, 4 + (i % 3), i * 0.21) ? fill : ink.plum, 'rx="4"') +
        ring(x + 17, y + 16, 8, ink.cream, 3)
      );
    })
    .join('');
}

const street = (seed: number, body: string, from: number, to: number): Shot => ({
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.navy),
      skyline(290, '#1b2c4d', seed, ink.yellow),
      signs(t, seed + 3),
      rails,
      tram(across(t, 16, from, to), 208, t, body),
    ].join(''),
});

const inside: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground('#3b2a1c'),
      ...range(3).map((i) => rect(30 + i * 205, 50, 175, 150, ink.navy, 'rx="10"')),
      ...range(9).map((i) =>
        rect(
          ((((i * 77 - t * 26) % 660) + 660) % 660) - 10,
          90 + (i % 4) * 22,
          10,
          14,
          i % 2 ? ink.yellow : ink.orange,
        ),
      ),
      ...range(4).map((i) => rect(12 + i * 205, 40, 20, 175, ink.brown)),
      rect(0, 215, 640, 14, ink.sand),
      ...range(5).map((i) =>
        stroke(`M${90 + i * 115} 20q${sway(t, 2.4, 8, i * 0.13)} 20 ${sway(t, 2.4, 14, i * 0.13)} 42`, ink.cream, 4),
      ),
      ...range(5).map((i) => ring(90 + i * 115 + sway(t, 2.4, 14, i * 0.13), 72, 10, ink.cream, 4)),
      rect(0, 280, 640, 80, '#24180f'),
      ...[150, 390, 470].map((x, i) =>
        circle(x, 250 + sway(t, 3, 1.5, i * 0.3), 26, [ink.black, ink.brown, ink.wine][i]!),
      ),
      ...[150, 390, 470].map((x) => rect(x - 34, 276, 68, 84, ink.black, 'rx="18"')),
    ].join(''),
};

const driver: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.black),
      rect(60, 30, 520, 210, ink.navy, 'rx="14"'),
      ...range(6).map((i) =>
        circle(
          320 + (i - 2.5) * (18 + ((t * 14 + i * 20) % 90)),
          120 + ((t * 14 + i * 20) % 90),
          3 + ((t * 14 + i * 20) % 90) / 18,
          i % 2 ? ink.yellow : ink.red,
        ),
      ),
      line(320, 130, 190, 240, ink.lilac, 4),
      line(320, 130, 450, 240, ink.lilac, 4),
      rect(0, 240, 640, 120, '#2a2018'),
      group(
        `translate(300 300) rotate(${sway(t, 6, 24).toFixed(1)})`,
        rect(-6, -60, 12, 66, ink.yellow, 'rx="6"') + circle(0, 0, 14, ink.orange),
      ),
      circle(440, 300, 22, blink(t, 8) ? ink.red : ink.wine),
    ].join(''),
};

const terminus: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground(ink.plum),
      skyline(250, '#23102b', 31, ink.orange),
      rect(0, 250, 640, 110, '#1c1420'),
      line(0, 330, 640, 330, ink.lilac, 3),
      rect(40, 140, 180, 120, ink.green),
      rect(40, 130, 180, 14, ink.cream),
      circle(500, 80, 34, ink.cream),
      tram(Math.max(300, 640 - t * 40), 232, t < 9 ? t : 0, ink.green),
      circle(130, 190, 18, blink(t, 4) ? ink.yellow : ink.sand),
    ].join(''),
};

export const nightTram: FilmScript = {
  slug: 'night-tram',
  title: '夜更電車',
  isFull: true,
  score: {
    beat: 0.64,
    chords: [
      [57, 60, 64, 67],
      [53, 57, 60, 64],
      [50, 57, 60, 65],
      [52, 56, 59, 64],
    ],
    voice: 'epiano',
    drums: 'soft',
    place: 'tram',
  },
  shots: [street(1, ink.green, -160, 660), inside, driver, inside, terminus, street(19, ink.orange, 660, -160)],
  lines: [
    [3, '夜晚十一點半，最後一班電車由屈地街開出。', 'Half past eleven: the last tram leaves Whitty Street.'],
    [17, '車廂入面得三個人，同一部細細聲嘅收音機。', 'Three people on board, and one small radio.'],
    [37, '車長話，行得慢，先聽到條街講嘢。', 'The driver says: go slowly, and you hear the street talk.'],
    [45, '叮一聲係叫人，叮叮係同條路打招呼。', 'One ring calls people; two rings greet the road.'],
    [53, '有個護士啱啱收工，靠住窗口瞓着咗。', 'A nurse, just off her shift, is asleep at the window.'],
    [62, '收音機播緊一首舊歌，冇人轉台。', 'The radio plays an old song. Nobody changes the station.'],
    [73, '到咗總站，車長行過去，輕輕拍一拍佢。', 'At the terminus the driver walks over and taps her gently.'],
    [82, '佢問：播完未呀？車長話：播完先落車啦。', 'She asks: is it over? He says: hear it out, then get off.'],
    [95, '呢個城市最夜嘅時候，總有人陪住你聽。', 'When the city is at its latest, someone listens with you.'],
  ],
  chapters: [
    [0, '最後一班'],
    [36, '車長'],
    [62, '一首舊歌'],
    [72, '總站'],
    [92, '播完先落車'],
  ],
  trailer: [0, 5, 10, 24],
};
