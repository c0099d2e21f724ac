import { circle, ground, group, ink, line, range, rect } from '../art/draw.ts';
import { VIDEO_FPS, VIDEO_FRAMES } from '../sound/stage.ts';
import { studioFrame } from '../sound/studio.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { blink, sway } from './props.ts';

const frameAt = (t: number, from: number): string => {
  const whole = studioFrame((Math.round(t * VIDEO_FPS) + from) % VIDEO_FRAMES);
  // A nested picture with its own view box.
  return whole.replace('<svg ', '<svg x="0" y="0" ');
};

/** The studio camera cuts by itself; each shot starts at a different point. */
const talk = (from: number): Shot => ({ seconds: 20, draw: (t) => frameAt(t, from) });

const meters: Shot = {
  seconds: 12,
  draw: (t) =>
    [
      ground(ink.black),
      ...range(16).map((i) => {
        const high = 60 + Math.abs(sway(t, 1.2 + (i % 5) * 0.31, 120, i * 0.11));
        return rect(40 + i * 36, 300 - high, 24, high, high > 150 ? ink.red : high > 110 ? ink.yellow : ink.green);
      }),
      rect(30, 306, 590, 6, ink.sand),
      circle(590, 60, 20, blink(t, 2) ? ink.red : ink.wine),
    ].join(''),
};

const tape: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.sand),
      rect(110, 70, 420, 220, ink.black, 'rx="18"'),
      ...[220, 420].map((x) =>
        group(
          `translate(${x} 170) rotate(${((t * 40) % 360).toFixed(1)})`,
          [
            circle(0, 0, 70, ink.brown),
            circle(0, 0, 18, ink.cream),
            ...range(3).map((i) => rect(-6, -58, 12, 36, ink.cream, `rx="6" transform="rotate(${i * 120})"`)),
          ].join(''),
        ),
      ),
      line(220, 240, 420, 240, ink.orange, 4),
      rect(250, 300, 140, 18, ink.red, 'rx="9"'),
    ].join(''),
};

export const studioNight: FilmScript = {
  slug: 'studio-night',
  title: '直播室的一夜',
  isFull: false,
  score: {
    beat: 0.48,
    chords: [
      [57, 60, 64, 69],
      [55, 59, 62, 67],
      [53, 57, 60, 65],
      [55, 59, 62, 67],
    ],
    voice: 'lead',
    drums: 'full',
    place: 'none',
  },
  shots: [meters, talk(0), tape, talk(300), meters, talk(520), tape],
  lines: [
    [2, '紅燈着，五、四、三，唔好出聲。', 'The red light is on. Five, four, three: not a sound.'],
    [16, '兩個主持，一張枱，講到天光都未夠。', 'Two hosts, one desk, and the night is not long enough.'],
    [34, '呢盒帶喺倉底搵返，寫住一九七九。', 'This tape was found in the store. It says 1979.'],
    [52, '你聽，嗰陣時嘅掌聲都係咁短。', 'Listen: applause was this short, back then too.'],
    [72, '聽眾話，播多次最後嗰段。', 'A listener says: play the last bit again.'],
    [90, '好，今晚就聽到佢完。', 'All right. Tonight we hear it to its end.'],
  ],
  chapters: [
    [0, '開咪'],
    [32, '一九七九'],
    [64, '再播一次'],
  ],
  trailer: [0, 4, 9, 17],
};
