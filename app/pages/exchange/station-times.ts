import { dateTimeHk } from '#shared/hk-time.ts';

/** Instant in Hong Kong as XMLTV writes it: `20261128143000 +0800`. */
export const xmltvTime = (ms: number): string => `${dateTimeHk(new Date(ms)).replaceAll(/\D/g, '')} +0800`;

/** Instant in Hong Kong as RadioDNS writes it: `2026-11-28T14:30:00+08:00`. */
export const isoTimeHk = (ms: number): string => `${dateTimeHk(new Date(ms)).replace(' ', 'T')}+08:00`;

/** Length as RadioDNS writes it: `PT2H30M`. */
export function isoLength(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${parts.map((value, i) => (value > 0 ? `${value}${'HMS'[i]}` : '')).join('') || '0S'}`;
}
