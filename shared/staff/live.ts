/** Live events for staff: `on-air` comes with the state of the channels, the others say that something changed. */
export const LIVE_KINDS = [
  'on-air',
  'jobs',
  'incidents',
  'approvals',
  'events',
  'campaigns',
  'staff-jobs',
  'live-blogs',
  'work',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

export const isLiveKind = (word: string): word is LiveKind => (LIVE_KINDS as readonly string[]).includes(word);

const KIND_OF_MODULE: Record<string, LiveKind> = {
  encoders: 'on-air',
  incidents: 'incidents',
  jobs: 'jobs',
  events: 'events',
  campaigns: 'campaigns',
  invitations: 'campaigns',
  'live-blogs': 'live-blogs',
};

/** What an action changes, by its name. */
export const liveKindOf = (action: string): LiveKind => KIND_OF_MODULE[action.split('.', 1)[0]!] ?? 'work';
