import { unhydrated } from '#app/ui/static-island.tsx';
import { MostViewed as Ranking, type Ranked } from './headlines.tsx';

const Static = unhydrated(Ranking);

/** `MostViewed` of `headlines.tsx` as a static part of a page. */
export function MostViewed({ items, shown }: { items: Ranked[]; shown?: number }) {
  return items.length > 0 && <Static items={items} {...(shown !== undefined && { shown })} />;
}
