import type { AdGroup } from '#domain/ads/ad-groups.rules.ts';
import type { SlotType } from '#domain/ads/ad-slots.rules.ts';

export type HousePromo = 'replay' | 'programs' | 'chart' | 'columns' | 'traffic' | 'hosts';
export type HouseKind = HousePromo | 'next' | 'channel';

/** What a type of place shows where it stands: no page has the same thing twice. */
const USUAL: Record<Exclude<SlotType, 'native' | 'fluid'>, HouseKind> = {
  'header banner': 'traffic',
  leaderboard: 'replay',
  banner: 'columns',
  rectangle: 'next',
  inread: 'channel',
  skyscraper: 'programs',
  // It lies over the page, so it is never shown but for what is sold.
  overlay: 'next',
};

/** What a page is about already needs no telling: there something else stands in its place. */
const OWN_PAGE: readonly [RegExp, HousePromo][] = [
  [/^roadCoop/, 'traffic'],
  [/^(archive|playlist)$/, 'replay'],
  [/^columns$/, 'columns'],
  [/^charts$/, 'chart'],
  [/^dj/, 'hosts'],
  [/^(allPrograms|programDetail)$/, 'programs'],
];

const BANDS: readonly HousePromo[] = ['chart', 'columns', 'hosts', 'programs'];

/** What the station shows of itself in a place of a page. */
export function houseKind(group: AdGroup, type: SlotType, number: number): HouseKind {
  const own = OWN_PAGE.find(([pattern]) => pattern.test(group))?.[1];
  if (type === 'native') return 'channel';
  if (type === 'fluid') {
    const others = BANDS.filter((promo) => promo !== own && promo !== 'programs');
    return others[(number - 1) % others.length] ?? 'chart';
  }
  const usual = USUAL[type];
  if (usual !== own) return usual;
  return type === 'skyscraper' ? 'replay' : type === 'header banner' ? 'chart' : 'programs';
}
