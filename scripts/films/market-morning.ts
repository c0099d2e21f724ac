import { circle, ground, group, ink, line, range, rect, ring, shape } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { across, blink, sway } from './props.ts';

const stalls = (t: number) =>
  range(4)
    .map((i) =>
      [
        shape(`M${i * 165 - 6} 110h160l14 44h-188Z`, i % 2 ? ink.red : ink.green),
        ...range(4).map((k) => shape(`M${i * 165 + k * 42} 110h20l4 44h-26Z`, ink.cream)),
        rect(i * 165 + 4, 210, 148, 70, ink.brown),
        ...range(6).map((k) =>
          circle(i * 165 + 22 + k * 23, 206, 12, [ink.orange, ink.green, ink.pink, ink.yellow][(i + k) % 4]!),
        ),
        circle(i * 165 + 78, 186 + sway(t, 5, 1, i * 0.3), 9, ink.yellow),
        line(i * 165 + 78, 150, i * 165 + 78, 178, ink.black, 2),
      ].join(''),
    )
    .join('');

const aisle: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground(ink.teal),
      stalls(t),
      rect(0, 280, 640, 80, '#33424a'),
      ...range(3).map((i) => {
        const x = across(t + i * 7, 21, i % 2 ? 680 : -60, i % 2 ? -60 : 680);
        return (
          rect(x - 18, 236 + sway(t, 1, 2, i * 0.3), 36, 84, [ink.plum, ink.orange, ink.navy][i]!, 'rx="16"') +
          circle(x, 222 + sway(t, 1, 2, i * 0.3), 16, ink.sand)
        );
      }),
    ].join(''),
};

const ice: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.sea),
      rect(80, 210, 480, 110, ink.sky, 'rx="10"'),
      ...range(14).map((i) => {
        const y = 40 + ((t * 60 + i * 41) % 190);
        return rect(150 + ((i * 83) % 340), y, 18, 18, ink.white, 'rx="3"');
      }),
      ...range(4).map((i) =>
        shape(
          `M${130 + i * 110} 240q40 -26 76 0q-36 26 -76 0ZM${202 + i * 110} 240l20 -14v28Z`,
          i % 2 ? ink.pink : ink.lilac,
        ),
      ),
    ].join(''),
};

const microphone: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.orange),
      line(640, 330, 340, 190, ink.black, 12),
      group(
        `translate(320 180) rotate(${(-28 + sway(t, 3, 4)).toFixed(1)})`,
        rect(-60, -34, 130, 68, '#544e47', 'rx="34"') +
          range(5)
            .map((i) => line(-44 + i * 24, -32, -44 + i * 24, 32, ink.black, 3))
            .join(''),
      ),
      ...range(4).map((i) => ring(250, 170, 60 + ((t * 20 + i * 40) % 160), ink.cream, 3)),
      circle(560, 60, 16, blink(t, 2) ? ink.red : ink.wine),
    ].join(''),
};

export const marketMorning: FilmScript = {
  slug: 'market-morning',
  title: '街市收音：朝早六點',
  isFull: false,
  score: {
    beat: 0.768,
    chords: [
      [60, 64, 67, 69],
      [65, 69, 72, 76],
      [62, 65, 69, 72],
      [55, 59, 62, 67],
    ],
    voice: 'epiano',
    drums: 'soft',
    place: 'crowd',
  },
  shots: [microphone, aisle, ice, microphone, aisle, ice, aisle],
  lines: [
    [3, '朝早六點，街市嘅第一把聲，係冰。', 'Six in the morning: the first voice of the market is ice.'],
    [18, '開檔、拉閘、抹枱，每一樣都有拍子。', 'Shutters, crates, cloths: everything keeps time.'],
    [38, '魚檔老闆話，聽到冰倒落枱，就知道開工。', 'The fishmonger says: hear the ice fall and you know it is work.'],
    [56, '我哋將支咪放低，佢就自己講嘢。', 'We put the microphone down and it all talks by itself.'],
    [74, '阿婆話：錄呢啲做乜？日日都有。', 'An old lady says: why record this? It is here every day.'],
    [96, '就係因為日日都有，先至要留低。', 'That is just why: what is here every day should be kept.'],
  ],
  chapters: [
    [0, '冰'],
    [36, '開檔'],
    [72, '日日都有'],
  ],
  trailer: [0, 5, 9, 18],
};
