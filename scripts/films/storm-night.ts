import { circle, ground, group, ink, line, range, rect, ring, shape, skyline } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { blink, sway } from './props.ts';

const rainOn = (t: number, colour: string) =>
  range(40)
    .map((i) => {
      const y = (i * 53 + t * 180) % 400;
      return line((i * 97) % 660, y - 30, ((i * 97) % 660) - 6, y - 14, colour, 2);
    })
    .join('');

const stormWindow: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground(ink.wine),
      rect(90, 40, 300, 220, '#0d1626'),
      group('translate(0 -40)', skyline(290, '#17243a', 5, ink.sand)),
      rect(0, 0, 90, 360, ink.wine) +
        rect(390, 0, 250, 360, ink.wine) +
        rect(0, 260, 640, 100, '#4a0f08') +
        rect(0, 0, 640, 40, ink.wine),
      group('translate(0 0)', rainOn(t, ink.sky)),
      rect(0, 262, 640, 12, ink.brown),
      rect(440, 190, 120, 72, ink.sand, 'rx="8"'),
      circle(478, 226, 24, ink.brown) + rect(512, 204, 38, 8, blink(t, 3) ? ink.orange : ink.red),
      line(545, 190, 580, 120, ink.black, 3),
    ].join(''),
};

const signal: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground('#101b2c'),
      range(5)
        .map((i) => ring(320, 180, 40 + ((t * 22 + i * 46) % 230), ink.teal, 3))
        .join(''),
      shape('M320 70l34 58h-68Z', ink.cream),
      shape('M320 140l34 58h-68Z', ink.cream),
      rect(316, 190, 8, 140, ink.sand),
      rainOn(t, '#3f5a7a'),
      circle(320, 330, 10, blink(t, 2) ? ink.red : ink.wine),
    ].join(''),
};

const night: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.black),
      rect(60, 210, 520, 150, '#2b2018'),
      rect(120, 130, 120, 90, '#22324a', 'rx="6"'),
      ...range(8).map((i) =>
        rect(
          130 + i * 13,
          205 - (22 + sway(t, 1.6 + (i % 3) * 0.7, 18, i * 0.2)),
          9,
          22 + sway(t, 1.6 + (i % 3) * 0.7, 18, i * 0.2),
          i > 5 ? ink.red : ink.green,
        ),
      ),
      circle(420, 150, 40, '#e0a878') + shape('M380 150q0 -46 40 -46t40 46q-12 -26 -40 -26t-40 26Z', ink.black),
      rect(368, 190, 104, 120, ink.teal, 'rx="30"'),
      line(340, 250, 372, 190, ink.sand, 5) + rect(360, 172, 22, 34, ink.black, 'rx="10"'),
      circle(408, 150, 3, ink.black) + circle(434, 150, 3, ink.black),
      rect(412, 166, 16, 2 + Math.abs(sway(t, 0.7, 6)), ink.wine, 'rx="3"'),
      rect(520, 60, 60, 30, blink(t, 6) ? ink.red : ink.wine, 'rx="6"'),
    ].join(''),
};

export const stormNight: FilmScript = {
  slug: 'storm-night',
  title: '十號風球下的廣播室',
  isFull: false,
  score: {
    beat: 1.28,
    chords: [
      [50, 57, 62, 65],
      [46, 53, 58, 62],
      [48, 55, 60, 63],
      [45, 52, 57, 61],
    ],
    voice: 'pad',
    drums: 'none',
    place: 'rain',
  },
  shots: [stormWindow, signal, night, stormWindow, night],
  lines: [
    [3, '十號風球掛起之後，成座大廈得返呢間房着燈。', 'Signal ten is up. One room in the building is still lit.'],
    [18, '天線喺天台搖，聲就喺收音機度企得好穩。', 'The mast sways on the roof; the voice on the radio stands firm.'],
    [34, '有聽眾打嚟話：停電喇，得返你把聲。', 'A listener calls: the power is gone, and there is only your voice.'],
    [50, '主持讀咗成晚嘅路面消息，飲咗七杯茶。', 'The host read road news all night and drank seven cups of tea.'],
    [64, '窗邊嗰部舊收音機，係上一個風季留低嘅。', 'The old radio at the window is from the last season of storms.'],
    [78, '天光嗰陣，風停咗，佢先講第一句再見。', 'At dawn the wind stopped, and only then did she say goodbye.'],
  ],
  chapters: [
    [0, '風球'],
    [34, '停電'],
    [64, '天光之前'],
  ],
  trailer: [0, 6, 10, 19],
};
