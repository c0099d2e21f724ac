import { circle, ground, group, ink, line, range, rect, ring, shape, stroke } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { across, blink, sway } from './props.ts';

const slopes = [
  shape('M0 250q120 -120 240 -60q90 -90 190 -10q110 -70 210 20v160H0Z', ink.green),
  shape('M0 300q160 -70 330 -20q150 -50 310 0v80H0Z', '#14613f'),
].join('');

const cloud = (x: number, y: number) =>
  rect(x, y, 110, 22, ink.white, 'rx="11"') + rect(x + 30, y - 16, 70, 24, ink.white, 'rx="12"');

const ridge: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground(ink.sky),
      cloud(across(t, 60, -120, 660), 60) + cloud(across(t + 30, 60, -120, 660), 110),
      slopes,
      line(480, 200, 480, 90, ink.black, 5) +
        line(480, 110, 450, 200, ink.black, 3) +
        line(480, 110, 510, 200, ink.black, 3),
      circle(480, 86, 8, blink(t, 2) ? ink.red : ink.wine),
      ...range(3).map((i) => ring(480, 86, 16 + ((t * 16 + i * 24) % 72), ink.red, 2)),
    ].join(''),
};

const grass: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.yellow),
      circle(520, 90, 50, ink.orange),
      ...range(30).map((i) =>
        stroke(
          `M${i * 22} 360q${sway(t, 4, 18, i * 0.04).toFixed(1)} -60 ${sway(t, 4, 40, i * 0.04).toFixed(1)} -${100 + (i % 5) * 14}`,
          i % 3 ? ink.green : ink.teal,
          5,
        ),
      ),
      rect(280, 200, 90, 120, ink.black, 'rx="12"') +
        circle(325, 250, 28, ink.sand) +
        line(360, 200, 400, 110, ink.black, 4),
    ].join(''),
};

const path: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.pink),
      slopes,
      stroke('M40 340q160 -10 220 -70t180 -40t160 -90', ink.sand, 12),
      group(
        `translate(${(60 + t * 22).toFixed(1)} ${(300 - t * 7 + sway(t, 0.8, 3)).toFixed(1)})`,
        rect(-12, -34, 24, 44, ink.red, 'rx="10"') +
          circle(0, -44, 12, ink.sand) +
          rect(-20, -34, 10, 28, ink.navy, 'rx="4"') +
          line(14, -30, 26, 12, ink.brown, 4),
      ),
    ].join(''),
};

export const hilltopSignal: FilmScript = {
  slug: 'hilltop-signal',
  title: '山頂有訊號',
  isFull: false,
  score: {
    beat: 0.64,
    chords: [
      [62, 66, 69, 73],
      [59, 62, 66, 69],
      [55, 59, 62, 66],
      [57, 61, 64, 69],
    ],
    voice: 'pluck',
    drums: 'soft',
    place: 'wind',
  },
  shots: [path, ridge, grass, path, ridge],
  lines: [
    [3, '行到半山，收音機開始沙沙聲。', 'Half way up the radio begins to hiss.'],
    [16, '再上啲，忽然一把聲清到好似喺隔籬。', 'A little higher a voice is suddenly as clear as next door.'],
    [34, '呢支天線，由五十年代企到而家。', 'This mast has stood since the fifties.'],
    [50, '風大嘅日子，佢會自己唱歌。', 'On windy days it sings by itself.'],
    [64, '守山嘅伯伯話，落雨嗰陣啲聲最遠。', 'The old keeper says: sound goes furthest in the rain.'],
    [78, '落山之前，我哋同佢講咗聲唔該。', 'Before going down we told it thank you.'],
  ],
  chapters: [
    [0, '半山'],
    [34, '天線'],
    [64, '守山人'],
  ],
  trailer: [1, 5, 9, 19],
};
