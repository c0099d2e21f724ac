import { circle, ground, group, ink, line, range, rect, sea, shape, stroke } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { across, sway } from './props.ts';

const dawn = (t: number) =>
  [
    ground('#ff9d3d'),
    circle(450, 150 - t * 0.6, 46, ink.cream),
    shape('M0 210q90 -70 170 -50q60 -50 130 -6q90 -60 170 6q90 -30 170 30v60H0Z', ink.teal),
    sea(230, 4, ink.sea, '#1f6a7c'),
  ].join('');

const ferry = (x: number, y: number, t: number) =>
  group(
    `translate(${x.toFixed(1)} ${(y + sway(t, 4, 2)).toFixed(1)})`,
    shape('M0 40h170l-18 30H18Z', ink.green) +
      rect(16, 14, 138, 26, ink.cream) +
      rect(30, -8, 110, 22, ink.green) +
      rect(74, -34, 22, 28, ink.black) +
      range(6)
        .map((i) => rect(26 + i * 21, 20, 12, 12, ink.navy))
        .join(''),
  );

const harbour: Shot = { seconds: 20, draw: (t) => dawn(t) + ferry(across(t, 20, -180, 640), 232, t) };
const gulls: Shot = {
  seconds: 16,
  draw: (t) =>
    dawn(8) +
    range(6)
      .map((i) => {
        const [x, y] = [across(t + i * 3, 18, 680, -60), 60 + i * 22 + sway(t, 3, 8, i * 0.2)];
        const wing = sway(t, 0.8, 8, i * 0.17);
        return stroke(`M${x - 14} ${y - wing}q7 ${wing} 14 ${wing + 4}q7 -4 14 -${wing + 4}`, ink.white, 4);
      })
      .join(''),
};
const pier: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      dawn(14),
      ferry(Math.max(240, 470 - t * 18), 206, t),
      rect(0, 290, 640, 70, ink.brown),
      ...range(9).map((i) => line(i * 80, 290, i * 80, 360, '#6d4526', 4)),
      ...[70, 130, 180].map(
        (x, i) =>
          rect(x, 230 + sway(t, 2, 1, i * 0.3), 34, 66, [ink.red, ink.navy, ink.teal][i]!, 'rx="14"') +
          circle(x + 17, 218 + sway(t, 2, 1, i * 0.3), 15, ink.sand),
      ),
      stroke(`M0 300q120 ${sway(t, 5, 12) + 20} 240 -30`, ink.cream, 4),
    ].join(''),
};

export const harbourDawn: FilmScript = {
  slug: 'harbour-dawn',
  title: '海港第一班船',
  isFull: false,
  score: {
    beat: 0.96,
    chords: [
      [55, 59, 62, 66],
      [52, 55, 59, 64],
      [48, 55, 60, 64],
      [50, 57, 62, 66],
    ],
    voice: 'pluck',
    drums: 'none',
    place: 'sea',
  },
  shots: [harbour, gulls, pier, harbour, gulls, pier, harbour],
  lines: [
    [
      4,
      '朝早六點，第一班船未有人排隊，只有海鷗。',
      'Six in the morning: nobody queues for the first ferry but the gulls.',
    ],
    [22, '船長扭開收音機，同海面一齊報天氣。', 'The captain turns on the radio; it tells the weather with the sea.'],
    [40, '碼頭嗰條繩，佢拋咗三十年，未試過唔中。', 'He has thrown the rope for thirty years and never missed.'],
    [60, '太陽出嚟嗰下，個個都靜咗。', 'When the sun comes out everybody falls silent.'],
    [80, '過到對面，城市先至開始開咪。', 'On the other side the city only now goes on air.'],
    [102, '今日天晴，海面平靜。', 'Fine today, with a calm sea.'],
  ],
  chapters: [
    [0, '未有人排隊'],
    [36, '碼頭'],
    [72, '天氣報告'],
  ],
  trailer: [1, 6, 10, 27],
};
