import { SPEEDS, type Session } from '#app/player/player.state.ts';
import { chooseRendition, setSpeed } from '#app/player/screen/screen-controls.ts';
import { choicesOf, linesOf } from '#app/player/screen/screen-quality.ts';
import type { ScreenDetails } from '#app/player/sources/source.ts';
import { filmText } from '#app/text/zh-hk/film.ts';
import type { ChoiceGroup } from './choice-menu.tsx';

/** The renditions, each with its data usage; automatic shows the current one. */
export function qualityGroup({ source, ladder }: Session, details: ScreenDetails | null): ChoiceGroup {
  const chosen = source.rendition ?? null;
  const shown = linesOf(ladder?.shown ?? null);
  return {
    label: filmText.quality,
    options: [
      {
        key: 'auto',
        words: filmText.automatic,
        ...(chosen === null && shown !== null && { note: filmText.automaticNow(shown) }),
        isChosen: chosen === null,
        choose: () => chooseRendition(null),
      },
      ...choicesOf(details?.qualities ?? [], ladder).map(({ rendition, lines, gigabytesAnHour }) => ({
        key: rendition,
        words: filmText.lines(lines),
        note: filmText.dataPerHour(gigabytesAnHour),
        isChosen: chosen === rendition,
        choose: () => chooseRendition(rendition),
      })),
    ],
  };
}

/** In the specified order. */
export const speedGroup = ({ speed }: Session): ChoiceGroup => ({
  label: filmText.speed,
  options: SPEEDS.map((one) => ({
    key: String(one),
    words: filmText.speedOf(one),
    isChosen: one === speed,
    choose: () => setSpeed(one),
  })),
});
