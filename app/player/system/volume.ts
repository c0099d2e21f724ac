import { COOKIES, DAY_SECONDS, readCookie, writeCookie } from '#app/cookies.ts';

export interface Volume {
  /** 0 to 1. */
  level: number;
  muted: boolean;
}

export const FULL_VOLUME: Volume = { level: 1, muted: false };

/** `0.7` is 70 %; `m0.7` the same, muted. */
export function parseVolume(value: string | undefined): Volume {
  const match = /^(m?)(\d(?:\.\d{1,3})?)$/.exec(value ?? '');
  if (match === null) return FULL_VOLUME;
  return { level: Math.min(Number(match[2]), 1), muted: match[1] === 'm' };
}

export function formatVolume({ level, muted }: Volume): string {
  return `${muted ? 'm' : ''}${Math.round(level * 100) / 100}`;
}

export function readVolume(): Volume {
  return parseVolume(readCookie(document.cookie, COOKIES.volume));
}

/** iPhones and iPads ignore the property and keep its old value, leaving the volume to their keys. */
export function canSetVolume(element: HTMLMediaElement): boolean {
  const { volume } = element;
  const other = volume > 0.5 ? 0.25 : 0.75;
  element.volume = other;
  const isSet = element.volume === other;
  element.volume = volume;
  return isSet;
}

export function keepVolume(volume: Volume): void {
  writeCookie(COOKIES.volume, formatVolume(volume), { maxAgeSeconds: DAY_SECONDS });
}
