/** Reasons for reporting an ad: `reason` of the report. */
export const AdvertReason = {
  MISLEADING: 'misleading',
  OFFENSIVE: 'offensive',
  COVERS: 'covers',
  SOUND: 'sound',
  OFTEN: 'often',
  OTHER: 'other',
} as const;
export type AdvertReason = (typeof AdvertReason)[keyof typeof AdvertReason];
