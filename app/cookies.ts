/** Cookies the pages know by name. Each is readable by scripts and none identifies anybody. */
export const COOKIES = {
  /** 1: the timetable list without pictures. */
  timetableText: 'timetable_text',
} as const;

/** The value of a cookie in a `Cookie` header or `document.cookie`, or undefined. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
