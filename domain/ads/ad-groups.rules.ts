/** Groups of pages for ad configuration. Names are from the spec. */
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

/** Pages for review by advertising partners are configured separately from those for readers. */
export const REVIEW = 'review';
export type AdVariant = AdSubgroup | typeof REVIEW;

/** Groups without ad requests; their configuration is kept. */
export const SILENT_GROUPS: readonly AdGroup[] = ['member', 'membershipInfo', 'audioVideoList'];

/** Group and variant as the prefix of slot names: `home`, `home-review`, `roadCoopUsefulInfo-carPark`. */
export const adGroupKey = (group: AdGroup, variant?: AdVariant): string => (variant ? `${group}-${variant}` : group);
