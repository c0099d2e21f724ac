/** Keys of the player and what they do, in the order in which replays list them. All but Space are of replays. */
export const PLAYER_KEYS = [
  { does: 'toggle', keys: [' '] },
  { does: 'skip', keys: ['ArrowLeft', 'ArrowRight'] },
  { does: 'bookmark', keys: ['b'] },
  { does: 'otherChannel', keys: ['c'] },
  { does: 'speed', keys: ['<', '>'] },
] as const;

export type PlayerKey = (typeof PLAYER_KEYS)[number]['keys'][number];
