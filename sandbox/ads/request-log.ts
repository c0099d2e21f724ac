/** Recent requests to the ad world, newest first. */
export interface LoggedRequest {
  at: string;
  what: string;
  /** Excludes cookies, because on a shared host they are those of the site. */
  words: string;
}

const MAX_KEPT = 200;
const MAX_CHARS = 400;

export function createRequestLog(clock: () => Date) {
  const kept: LoggedRequest[] = [];
  return {
    note(what: string, words: string): void {
      kept.unshift({ at: clock().toISOString(), what: what.slice(0, 60), words: words.slice(0, MAX_CHARS) });
      if (kept.length > MAX_KEPT) kept.length = MAX_KEPT;
    },
    list: (): readonly LoggedRequest[] => kept,
  };
}
