import type { AdGroup } from '#domain/ads/ad-groups.rules.ts';
import type { SlotType } from '#domain/ads/ad-slots.rules.ts';

export type HousePromo = 'replay' | 'programs' | 'chart' | 'columns' | 'traffic' | 'hosts';
export type HouseKind = HousePromo | 'next' | 'channel';

/** House ad by slot type: no page has the same one twice. */
const USUAL: Record<Exclude<SlotType, 'native' | 'fluid'>, HouseKind> = {
  'header banner': 'traffic',
  leaderboard: 'replay',
  banner: 'columns',
  rectangle: 'next',
  inread: 'channel',
  skyscraper: 'programs',
  // The overlay covers the page, so it only shows sold ads.
  overlay: 'next',
};

/** On pages with the same topic another house ad is shown. */
const OWN_PAGE: readonly [RegExp, HousePromo][] = [
  [/^roadCoop/, 'traffic'],
  [/^(archive|playlist)$/, 'replay'],
  [/^columns$/, 'columns'],
  [/^charts$/, 'chart'],
  [/^dj/, 'hosts'],
  [/^(allPrograms|programDetail)$/, 'programs'],
];

const BANDS: readonly HousePromo[] = ['chart', 'columns', 'hosts', 'programs'];

/** The house ad of a slot. */
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
