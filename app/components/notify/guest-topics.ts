import { FOLLOW_KINDS, type FollowKind } from '#shared/follow-kinds.ts';

/** localStorage: what a guest follows, a JSON list of kinds and subjects. */
const GUEST_FOLLOWS_KEY = 'airwave.follows';
const AT_MOST = 200;

const isTopic = (item: unknown): item is { kind: FollowKind; subject: string } => {
  const { kind, subject } = (item ?? {}) as { kind?: unknown; subject?: unknown };
  return FOLLOW_KINDS.some((one) => one === kind) && typeof subject === 'string' && /^[^]{1,120}$/.test(subject);
};

/** What this browser follows while nobody is logged in. What is none is left out, or all of it would be refused. */
export function guestTopics(): { kind: FollowKind; subject: string }[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(GUEST_FOLLOWS_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored
          .filter(isTopic)
          .map(({ kind, subject }) => ({ kind, subject }))
          .slice(0, AT_MOST)
      : [];
  } catch {
    return [];
  }
}
