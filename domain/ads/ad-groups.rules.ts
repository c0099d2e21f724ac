/** Groups of pages that advertising is configured by. Names are the spec's. */
export const AD_GROUPS = [
  'live',
  'archive',
  'playlist',
  'search',
  'timetable',
  'allPrograms',
  'programDetail',
  'djList',
  'djDetail',
  'columns',
  'highlights',
  'charts',
  'hotTopics',
  'home',
  'member',
  'article',
  'news',
  'roadCoopMain',
  'roadCoopCampaign',
  'roadCoopLostAndFound',
  'roadCoopRoadFund',
  'roadCoopTraffic',
  'roadCoopUsefulInfo',
  'roadCoopAudioBoard',
  'roadCoopAudioBoardDetail',
  'roadCoopProgrammeActivities',
  'roadCoopTrafficHighlights',
  'audioVideoList',
  'membershipInfo',
] as const;
export type AdGroup = (typeof AD_GROUPS)[number];

/** Parts of a group with a configuration of their own: seven and two (layout.json). */
export const AD_SUBGROUPS = {
  roadCoopUsefulInfo: [
    'patrol',
    'towing',
    'electricCharger',
    'carPark',
    'repairCentre',
    'licenceService',
    'publicTransport',
  ],
  membershipInfo: ['redemptionCode', 'live'],
} as const satisfies Partial<Record<AdGroup, readonly string[]>>;
type AdSubgroup = (typeof AD_SUBGROUPS)[keyof typeof AD_SUBGROUPS][number];

/** Pages that a partner of advertising looks at are configured apart from those that readers see. */
export const REVIEW = 'review';
export type AdVariant = AdSubgroup | typeof REVIEW;

/** They lie where nothing is asked for: their configuration is kept. */
export const SILENT_GROUPS: readonly AdGroup[] = ['member', 'membershipInfo', 'audioVideoList'];

/** The group and its variant as names of slots begin with: `home`, `home-review`, `roadCoopUsefulInfo-carPark`. */
export const adGroupKey = (group: AdGroup, variant?: AdVariant): string => (variant ? `${group}-${variant}` : group);
