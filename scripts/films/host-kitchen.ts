import { circle, ground, group, ink, line, range, rect, shape, stroke } from '../art/draw.ts';
import type { FilmScript, Shot } from './film-script.ts';
import { sway } from './props.ts';

const stove = (t: number) =>
  [
    rect(0, 250, 640, 110, ink.brown),
    rect(360, 236, 220, 20, ink.black, 'rx="8"'),
    ...range(7).map((i) =>
      shape(
        `M${380 + i * 28} 238q-10 -${(22 + sway(t, 0.9, 10, i * 0.23)).toFixed(1)} 6 -${(34 + sway(t, 0.9, 12, i * 0.23)).toFixed(1)}q14 18 4 ${(34 + sway(t, 0.9, 12, i * 0.23)).toFixed(1)}Z`,
        i % 2 ? ink.orange : ink.yellow,
      ),
    ),
  ].join('');

const steam = (t: number, x: number, y: number) =>
  range(4)
    .map((i) =>
      stroke(`M${x + i * 26} ${y}q${sway(t, 3, 12, i * 0.2).toFixed(1)} -20 0 -40t0 -36`, ink.white, 5, 'opacity=".6"'),
    )
    .join('');

const cook = (t: number, x: number) =>
  [
    rect(x - 46, 150, 92, 150, ink.red, 'rx="30"') + rect(x - 30, 180, 60, 120, ink.cream),
    circle(x, 112, 40, '#e8b48a') +
      shape(`M${x - 42} 100q4 -44 42 -44t42 44Z`, ink.white) +
      rect(x - 40, 92, 80, 12, ink.white),
    circle(x - 13, 112, 4, ink.black) + circle(x + 13, 112, 4, ink.black),
    rect(x - 9, 128, 18, 2 + Math.abs(sway(t, 0.8, 7)), ink.wine, 'rx="3"'),
  ].join('');

const kitchen: Shot = {
  seconds: 20,
  draw: (t) =>
    [
      ground(ink.mint),
      ...range(6).map((i) => rect(i * 110, 40, 100, 60, i % 2 ? ink.white : ink.teal)),
      cook(t, 220),
      stove(t),
      group(
        `translate(470 ${(226 + sway(t, 1.6, 6)).toFixed(1)}) rotate(${sway(t, 1.6, 7).toFixed(1)})`,
        shape('M-80 -10q80 60 160 0Z', ink.black) + rect(76, -16, 70, 10, ink.brown, 'rx="5"'),
      ),
      steam(t, 430, 190),
    ].join(''),
};

const chopping: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.yellow),
      rect(60, 180, 520, 150, ink.sand, 'rx="20"'),
      ...range(7).map((i) => circle(150 + i * 36, 260, 16, i % 2 ? ink.green : ink.mint)),
      group(
        `translate(${(430 + sway(t, 2, 20)).toFixed(1)} ${(190 - Math.abs(sway(t, 0.8, 46))).toFixed(1)})`,
        rect(-20, 0, 26, 96, ink.lilac, 'rx="4"') + rect(-18, -60, 22, 62, ink.black, 'rx="8"'),
      ),
    ].join(''),
};

const bowl: Shot = {
  seconds: 16,
  draw: (t) =>
    [
      ground(ink.wine),
      circle(320, 250, 190, '#8f1e10'),
      shape('M150 200h340q-10 130 -170 130t-170 -130Z', ink.white),
      rect(146, 186, 348, 24, ink.sky, 'rx="12"'),
      ...range(8).map((i) =>
        circle(190 + i * 38, 188 + sway(t, 4, 2, i * 0.2), 16, [ink.orange, ink.cream, ink.green][i % 3]!),
      ),
      steam(t, 260, 150),
      line(470, 40, 380, 190, ink.brown, 8) + line(500, 50, 400, 192, ink.brown, 8),
    ].join(''),
};

export const hostKitchen: FilmScript = {
  slug: 'host-kitchen',
  title: '主持入廚：一碗收工麵',
  isFull: false,
  score: {
    beat: 0.512,
    chords: [
      [60, 64, 67, 71],
      [57, 60, 64, 67],
      [62, 65, 69, 72],
      [55, 59, 62, 65],
    ],
    voice: 'pluck',
    drums: 'full',
    place: 'fire',
  },
  shots: [kitchen, chopping, kitchen, bowl, chopping, kitchen, bowl],
  lines: [
    [3, '收咪之後，主持最想食嘅，係一碗麵。', 'After the last word on air, what a host wants is noodles.'],
    [20, '葱要切得細，心急就切到手。', 'Cut the onions fine; hurry and you cut your finger.'],
    [37, '鑊要夠熱，個聲一響就落料。', 'The wok must be hot: at the sound, in it goes.'],
    [58, '聽住節目煮，啱啱好係三首歌。', 'Cook to the programme: it takes exactly three songs.'],
    [76, '有聽眾問：麵使唔使過冷河？', 'A listener asks: should the noodles go through cold water?'],
    [94, '過啦，再煮過，爽啲。', 'They should, and then again into hot: firmer that way.'],
    [112, '好，熄火，趁熱食。', 'Right. Fire off, and eat while it is hot.'],
  ],
  chapters: [
    [0, '葱同薑'],
    [36, '起鑊'],
    [72, '過冷河'],
    [108, '趁熱食'],
  ],
  trailer: [1, 6, 10, 16],
};
