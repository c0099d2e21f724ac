import { circle, ground, group, ink, line, range, rect, ring, shape, stroke } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { blink, sway } from './props.ts';

const drummer = (t: number) =>
  [
    circle(320, 250, 70, ink.red) + ring(320, 250, 70, ink.cream, 8),
    circle(230, 200, 36, ink.teal) + circle(410, 200, 36, ink.teal),
    group(`translate(470 140) rotate(${sway(t, 0.96, 8).toFixed(1)})`, rect(-50, -4, 100, 8, ink.yellow, 'rx="4"')) +
      line(470, 140, 470, 320, ink.black, 4),
    ...[250, 390].map((x, i) => line(x, 190 - Math.abs(sway(t, 0.96, 34, i * 0.25)), 320, 110, ink.sand, 7)),
    circle(320, 96, 34, '#f0c49a') + shape('M286 92q4 -38 34 -38t34 38q-14 -18 -34 -18t-34 18Z', ink.black),
  ].join('');

const drums: Shot = { seconds: 16, draw: (t) => ground(ink.plum) + rect(0, 310, 640, 50, ink.black) + drummer(t) };

const strings: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground(ink.navy),
      circle(210, 210, 110, ink.orange) + circle(330, 190, 80, ink.orange) + circle(240, 205, 40, ink.black),
      rect(300, 186, 340, 34, ink.brown),
      ...range(4).map((i) =>
        stroke(
          `M180 ${192 + i * 8}q120 ${sway(t, 0.3, i === Math.floor(t) % 4 ? 7 : 0).toFixed(1)} 460 0`,
          ink.cream,
          2,
        ),
      ),
      ...range(6).map((i) => line(360 + i * 44, 186, 360 + i * 44, 220, ink.sand, 3)),
    ].join(''),
};

const laundry: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.mint),
      ...range(3).map((i) =>
        [
          rect(50 + i * 190, 90, 160, 200, ink.white, 'rx="12"'),
          circle(130 + i * 190, 200, 60, ink.sea),
          group(
            `translate(${130 + i * 190} 200) rotate(${((t * (80 + i * 25)) % 360).toFixed(1)})`,
            shape('M-40 0q20 -40 40 0t40 0q-20 44 -44 30t-36 -30Z', [ink.red, ink.yellow, ink.pink][i]!),
          ),
          circle(80 + i * 190, 112, 8, blink(t, 2, i * 0.3) ? ink.green : ink.sand),
        ].join(''),
      ),
    ].join(''),
};

export const rehearsalRoom: FilmScript = {
  slug: 'rehearsal-room',
  title: '排練室隔籬係洗衣廠',
  isFull: false,
  score: {
    beat: 0.384,
    chords: [
      [52, 59, 64, 67],
      [50, 57, 62, 66],
      [48, 55, 60, 64],
      [47, 54, 59, 62],
    ],
    voice: 'lead',
    drums: 'full',
    place: 'none',
  },
  shots: [drums, strings, laundry, drums, strings, laundry, strings],
  lines: [
    [3, '我哋排練室隔籬，係一間洗衣廠。', 'Next to our rehearsal room is a laundry.'],
    [18, '夾歌嘅時候，成幅牆都喺度震。', 'When we play, the whole wall shakes.'],
    [38, '後尾發現，洗衣機同個鼓係同一個拍子。', 'Then we found that the machines keep the drummer’s time.'],
    [54, '所以第二段，我哋特登等佢脫水。', 'So in the second verse we wait for the spin.'],
    [74, '錄音師話：呢個低音邊個彈㗎？', 'The engineer asked: who plays that bass?'],
    [94, '我哋話：隔籬陳生。', 'We said: Mr Chan, next door.'],
  ],
  chapters: [
    [0, '隔籬'],
    [36, '同一個拍子'],
    [72, '陳生'],
  ],
  trailer: [0, 5, 10, 20],
};
