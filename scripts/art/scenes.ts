import { ink, seeded } from './draw.ts';
import { scenesAround } from './scenes-around.ts';
import { scenesCity } from './scenes-city.ts';
import { scenesRoad } from './scenes-road.ts';
import { scenesStage } from './scenes-stage.ts';

/** Colours of a drawing: sky or wall, ground, main object, and accent. */
export interface Inks {
  back: string;
  floor: string;
  main: string;
  accent: string;
  light: string;
  dark: string;
}

const inks = ([back, floor, main, accent, light, dark]: [string, string, string, string, string, string]): Inks => ({
  back,
  floor,
  main,
  accent,
  light,
  dark,
});

/** By day, at dusk, at night, in the rain, on paper, at noon. */
const palettes: Inks[] = [
  inks([ink.sky, ink.teal, ink.red, ink.yellow, ink.white, ink.black]),
  inks([ink.sand, ink.brown, ink.teal, ink.red, ink.cream, ink.black]),
  inks([ink.navy, ink.black, ink.orange, ink.yellow, ink.cream, ink.black]),
  inks([ink.mint, ink.green, ink.navy, ink.orange, ink.white, ink.navy]),
  inks([ink.cream, ink.black, ink.red, ink.teal, ink.white, ink.black]),
  inks([ink.yellow, ink.wine, ink.navy, ink.red, ink.cream, ink.black]),
  inks([ink.pink, ink.plum, ink.red, ink.yellow, ink.white, ink.plum]),
  inks([ink.lilac, ink.navy, ink.orange, ink.yellow, ink.white, ink.navy]),
];

/** A drawing, from its colours and a source of random integers below a bound. */
export type Scene = (inks: Inks, below: (bound: number) => number) => string;

const EACH = 5;

/** Flat 16:9 pictures for articles, `scene-bus-1` and so on: each composition in several colours and arrangements. */
export function scenes(): Record<string, () => string> {
  const drawn: Record<string, () => string> = {};
  const all = Object.entries({ ...scenesRoad, ...scenesCity, ...scenesAround, ...scenesStage });
  for (const [place, [kind, scene]] of all.entries())
    for (let n = 0; n < EACH; n++) {
      const random = seeded(place * 101 + n * 13 + 7);
      const palette = palettes[(place * 3 + n * (1 + (place % 3) * 2)) % palettes.length]!;
      drawn[`scene-${kind}-${n + 1}`] = () => scene(palette, (bound) => Math.floor(random() * bound));
    }
  return drawn;
}
