const MINUTE_MS = 60_000;

/** 1 小時 36 分; 58 分 */
export function lengthWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} 分`;
  return rest === 0 ? `${hours} 小時` : `${hours} 小時 ${rest} 分`;
}

/** A film in a list, such as on the home page: the only film texts of radio pages. */
export const filmCardText = {
  full: '足本',
  performerShow: '表演者專場',
  soon: '即將推出',
} as const;
