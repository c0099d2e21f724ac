/** What can be followed. */
export const FOLLOW_KINDS = ['program', 'host', 'singer', 'song', 'district', 'tunnel', 'event'] as const;
export type FollowKind = (typeof FOLLOW_KINDS)[number];
