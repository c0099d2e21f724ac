/** localStorage: what a guest follows, a JSON list of kinds and subjects. */
const GUEST_FOLLOWS_KEY = 'airwave.follows';
const AT_MOST = 200;

/** What this browser follows while nobody is logged in. */
export function guestTopics(): { kind: string; subject: string }[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(GUEST_FOLLOWS_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored
      .map((item) => item as { kind?: unknown; subject?: unknown } | null)
      .flatMap((item) =>
        typeof item?.kind === 'string' && typeof item.subject === 'string' && item.subject !== ''
          ? [{ kind: item.kind, subject: item.subject }]
          : [],
      )
      .slice(0, AT_MOST);
  } catch {
    return [];
  }
}
