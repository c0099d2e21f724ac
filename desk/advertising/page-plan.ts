import { SILENT_GROUPS, type AdGroup, type AdVariant } from '#domain/ads/ad-groups.rules.ts';
import { adWidthOf, slotsOf, type Slot, type SlotType } from '#domain/ads/ad-slots.rules.ts';

// Where the slots of each kind of page are, drawn to scale: blocks of content with their usual heights, and slots with
// the largest size that they have at the width of the drawing.

/** Blocks from the top; a number is the height of content in pixels at both widths. */
type Part = number | SlotType | { main: readonly Part[]; rail: readonly Part[] };

const rail = (main: readonly Part[], ...parts: readonly Part[]): readonly Part[] => [260, { main, rail: parts }];
const below = (...heights: number[]): readonly Part[] => [...heights, 'leaderboard', 120];
const READ = rail([420, 'inread', 620, 360], 'rectangle', 260);

const PAGES: Record<AdGroup, readonly Part[]> = {
  home: [480, 'leaderboard', 560, 420, 'banner', 380, { main: [380], rail: [240, 'rectangle'] }],
  live: rail([380, 520], 260, 240, 'rectangle'),
  archive: [260, 340, 'leaderboard', 420, { main: [420], rail: ['rectangle', 220] }],
  playlist: below(320, 380),
  search: rail([180, 520], 'rectangle'),
  timetable: [200, { main: [900], rail: [260, 'rectangle'] }, 'leaderboard'],
  allPrograms: below(260, 480, 480),
  programDetail: rail([420, 380], 'rectangle', 240),
  djList: below(200, 480, 480),
  djDetail: below(360, 420),
  columns: READ,
  highlights: rail([260, 'native', 320, 'fluid', 320, 'inread', 260], 'rectangle', 240),
  charts: rail([900], 220, 'rectangle'),
  hotTopics: rail([260, 'native', 320, 'fluid', 320], 'rectangle', 260),
  article: READ,
  news: [220, 'leaderboard', { main: [260, 'fluid', 320, 'inread', 320], rail: [320, 'rectangle'] }],
  roadCoopMain: [220, 420, 'leaderboard', 360],
  roadCoopCampaign: below(220, 420),
  roadCoopLostAndFound: below(220, 620),
  roadCoopRoadFund: below(220, 620),
  roadCoopTraffic: [220, { main: [420, 'inread', 360], rail: ['rectangle', 240] }, 'leaderboard'],
  roadCoopUsefulInfo: below(220, 620),
  roadCoopAudioBoard: below(220, 620),
  roadCoopAudioBoardDetail: READ,
  roadCoopProgrammeActivities: below(220, 420),
  roadCoopTrafficHighlights: [220, { main: [420, 'inread', 360], rail: ['rectangle', 240] }, 'leaderboard'],
  member: below(220, 420),
  membershipInfo: below(220, 420),
  audioVideoList: below(220, 420),
};

export const isSilent = (group: AdGroup): boolean => SILENT_GROUPS.includes(group);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Null: content. */
  slot: Slot | null;
}
export interface Plan {
  width: number;
  height: number;
  boxes: Box[];
}

const SCREENS = { phone: 390, desktop: 1_920 } as const;
export type Screen = keyof typeof SCREENS;

const GAP = 28;
const HEAD = { phone: 56, desktop: 120 } as const;
const FOOT = 180;
const CONTAINER = 1_360;
const RAIL = 300;

/** A page of a group at a width of the window. */
export function planOf(group: AdGroup, screen: Screen, variant?: AdVariant): Plan {
  const width = SCREENS[screen];
  const isPhone = screen === 'phone';
  const inner = isPhone ? width - 32 : CONTAINER;
  const left = (width - inner) / 2;
  const at = adWidthOf(width);
  const boxes: Box[] = [];
  const slots = slotsOf(group, variant);
  const slotOf = (type: SlotType) => slots.find((slot) => slot.type === type);
  const sizeOf = (slot: Slot) => slot.sizes[at][0];

  /** Lays parts below each other, and returns where they end. */
  const lay = (parts: readonly Part[], x: number, from: number, w: number): number => {
    let y = from;
    for (const part of parts) {
      if (typeof part === 'number') {
        boxes.push({ x, y, width: w, height: part, slot: null });
        y += part + GAP;
      } else if (typeof part === 'string') {
        const slot = slotOf(part);
        const size = slot && sizeOf(slot);
        if (!slot || !size) continue;
        boxes.push({ x: x + (w - size[0]) / 2, y, width: size[0], height: size[1], slot });
        y += size[1] + GAP;
      } else if (isPhone) y = lay([...part.main, ...part.rail], x, y, w);
      else {
        const main = lay(part.main, x, y, w - RAIL - GAP * 2);
        y = Math.max(main, lay(part.rail, x + w - RAIL, y, RAIL));
      }
    }
    return y;
  };

  const head = HEAD[screen];
  boxes.push({ x: 0, y: 0, width, height: head, slot: null });
  const banner = slotOf('header banner');
  const bannerSize = banner && sizeOf(banner);
  if (banner && bannerSize)
    boxes.push({ x: left + inner - bannerSize[0], y: 15, width: bannerSize[0], height: bannerSize[1], slot: banner });
  const top = head + GAP;
  const end = lay(PAGES[group], left, top, inner);
  const tower = slotOf('skyscraper');
  const towerSize = tower && sizeOf(tower);
  if (tower && towerSize) {
    const x = left + inner + (left - towerSize[0]) / 2;
    boxes.push({ x, y: top, width: towerSize[0], height: towerSize[1], slot: tower });
  }
  const height = Math.max(end, top + (towerSize?.[1] ?? 0) + GAP) + FOOT;
  boxes.push({ x: 0, y: height - FOOT, width, height: FOOT, slot: null });
  return { width, height, boxes };
}
