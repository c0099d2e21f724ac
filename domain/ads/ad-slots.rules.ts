import { adGroupKey, AD_GROUPS, AD_SUBGROUPS, REVIEW, type AdGroup, type AdVariant } from './ad-groups.rules.ts';
import { FLUID_AFTER, NATIVE_AFTER } from './grid-slots.rules.ts';
import { DISPLAY_FLOOR_HKD, VIDEO_FLOOR_HKD } from './ad-prices.rules.ts';

// Ad slots of a group of pages, with sizes by width and floor prices. Styles
// reserve the same space before any request: `app/styles/ads.css` by type.

/** The nine types (EN-52). */
export const SLOT_TYPES = [
  'banner',
  'rectangle',
  'leaderboard',
  'overlay',
  'header banner',
  'fluid',
  'skyscraper',
  'inread',
  'native',
] as const;
export type SlotType = (typeof SLOT_TYPES)[number];

export const AD_BREAKPOINTS_PX = { xs: 768, sm: 1_200, md: 1_440, lg: 1_920 } as const;
export type AdWidth = keyof typeof AD_BREAKPOINTS_PX | 'xl';

/** Breakpoint of the ad layer for a viewport width. */
export function adWidthOf(widthPx: number): AdWidth {
  const step = Object.entries(AD_BREAKPOINTS_PX).find(([, untilPx]) => widthPx < untilPx)?.[0];
  return (step as AdWidth | undefined) ?? 'xl';
}

export type AdSize = readonly [widthPx: number, heightPx: number];

export interface Slot {
  /** group-type-number, with the variant after the group. */
  name: string;
  type: SlotType;
  /** Largest first; empty where the slot is not shown. */
  sizes: Record<AdWidth, readonly AdSize[]>;
  floorHkd: number;
  /**
   * In lists: item positions in each batch of eleven after which the slot is placed. Slots are numbered through the
   * whole list.
   */
  indexes?: readonly number[];
}

const NONE: readonly AdSize[] = [];
const RECTANGLE: readonly AdSize[] = [[300, 250]];

/** Sizes by type. */
const SIZES: Record<SlotType, Slot['sizes']> = {
  banner: {
    xs: [
      [320, 100],
      [320, 50],
    ],
    sm: [[728, 90]],
    md: [
      [970, 250],
      [970, 90],
      [728, 90],
    ],
    lg: [
      [970, 250],
      [970, 90],
      [728, 90],
    ],
    xl: [
      [970, 250],
      [970, 90],
      [728, 90],
    ],
  },
  rectangle: { xs: RECTANGLE, sm: RECTANGLE, md: RECTANGLE, lg: RECTANGLE, xl: RECTANGLE },
  leaderboard: {
    xs: [
      [320, 100],
      [320, 50],
    ],
    sm: [[728, 90]],
    md: [
      [970, 90],
      [728, 90],
    ],
    lg: [
      [970, 90],
      [728, 90],
    ],
    xl: [
      [970, 90],
      [728, 90],
    ],
  },
  overlay: { xs: [[320, 50]], sm: [[728, 90]], md: [[728, 90]], lg: [[728, 90]], xl: [[728, 90]] },
  // None on phones, and none where the masthead has no space for it.
  'header banner': { xs: NONE, sm: NONE, md: [[728, 90]], lg: [[728, 90]], xl: [[728, 90]] },
  fluid: { xs: RECTANGLE, sm: [[728, 90]], md: [[728, 90]], lg: [[728, 90]], xl: [[728, 90]] },
  skyscraper: { xs: NONE, sm: NONE, md: NONE, lg: NONE, xl: [[160, 600]] },
  inread: { xs: RECTANGLE, sm: RECTANGLE, md: RECTANGLE, lg: RECTANGLE, xl: RECTANGLE },
  native: { xs: RECTANGLE, sm: RECTANGLE, md: RECTANGLE, lg: RECTANGLE, xl: RECTANGLE },
};

/** The rail of an article, where there is one, also fits a half page. */
const HALF_PAGE: Slot['sizes'] = {
  ...SIZES.rectangle,
  md: [
    [300, 600],
    [300, 250],
  ],
  lg: [
    [300, 600],
    [300, 250],
  ],
  xl: [
    [300, 600],
    [300, 250],
  ],
};

type SlotKind = SlotType | 'half page';

/** Slots around the content of every page that may have ads. */
const AROUND: readonly SlotKind[] = ['header banner', 'skyscraper', 'overlay'];
const READ: readonly SlotKind[] = ['inread', 'half page'];

const GROUP_SLOTS: Record<AdGroup, readonly SlotKind[]> = {
  home: ['leaderboard', 'banner', 'rectangle'],
  live: ['rectangle'],
  archive: ['leaderboard', 'rectangle'],
  playlist: ['leaderboard'],
  search: ['rectangle'],
  timetable: ['rectangle', 'leaderboard'],
  allPrograms: ['leaderboard'],
  programDetail: ['rectangle'],
  djList: ['leaderboard'],
  djDetail: ['leaderboard'],
  columns: READ,
  highlights: ['native', 'fluid', ...READ],
  charts: ['rectangle'],
  hotTopics: ['native', 'fluid', 'rectangle'],
  article: READ,
  news: ['leaderboard', 'fluid', ...READ],
  roadCoopMain: ['leaderboard'],
  roadCoopCampaign: ['leaderboard'],
  roadCoopLostAndFound: ['leaderboard'],
  roadCoopRoadFund: ['leaderboard'],
  roadCoopTraffic: ['leaderboard', ...READ],
  roadCoopUsefulInfo: ['leaderboard'],
  roadCoopAudioBoard: ['leaderboard'],
  roadCoopAudioBoardDetail: READ,
  roadCoopProgrammeActivities: ['leaderboard'],
  roadCoopTrafficHighlights: ['leaderboard', ...READ],
  member: ['leaderboard'],
  membershipInfo: ['leaderboard'],
  audioVideoList: ['leaderboard'],
};

const IN_GRIDS: Partial<Record<SlotType, readonly number[]>> = { native: [NATIVE_AFTER], fluid: [FLUID_AFTER] };

/** A type as spelled in names and styles. */
export const kindOf = (type: SlotType): string => type.replace(' ', '-');

export const slotName = (groupKey: string, type: SlotType, number: number): string =>
  `${groupKey}-${kindOf(type)}-${number}`;

function slotOf(groupKey: string, kind: SlotKind, number: number): Slot {
  const type = kind === 'half page' ? 'rectangle' : kind;
  const indexes = IN_GRIDS[type];
  return {
    name: slotName(groupKey, type, number),
    type,
    sizes: kind === 'half page' ? HALF_PAGE : SIZES[type],
    // In-read slots are sold as video.
    floorHkd: type === 'inread' ? VIDEO_FLOOR_HKD : DISPLAY_FLOOR_HKD,
    ...(indexes && { indexes }),
  };
}

/** The slots of a group, or of one of its parts, each with a unique name. */
export function slotsOf(group: AdGroup, variant?: AdVariant): Slot[] {
  const key = adGroupKey(group, variant);
  return [...GROUP_SLOTS[group], ...AROUND].map((kind) => slotOf(key, kind, 1));
}

const KEYS = new Map<string, { group: AdGroup; variant?: AdVariant }>(
  AD_GROUPS.flatMap((group) => {
    const parts: readonly AdVariant[] = [...(AD_SUBGROUPS[group as keyof typeof AD_SUBGROUPS] ?? []), REVIEW];
    return [
      [adGroupKey(group), { group }] as const,
      ...parts.map((variant) => [adGroupKey(group, variant), { group, variant }] as const),
    ];
  }),
);

/** Parses a slot name. Null if no group has such a slot. Numbers above one belong to slots that repeat in lists. */
export function findSlot(name: string): (Slot & { group: AdGroup; variant?: AdVariant }) | null {
  const [, key = '', kind, digits] = /^(.+?)-(header-banner|[a-z]+)-(\d{1,3})$/.exec(name) ?? [];
  const of = KEYS.get(key);
  if (!of) return null;
  const slot = slotsOf(of.group, of.variant).find(({ type }) => kindOf(type) === kind);
  const number = Number(digits);
  if (!slot || number < 1 || (number > 1 && !slot.indexes)) return null;
  return { ...slot, ...of, name };
}
