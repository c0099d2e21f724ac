/** Days for which the list of paid-content devices stays as it is after a change (K-085). */
export const DEVICE_LOCK_DAYS = 14;
const DEVICE_LOCK_MS = DEVICE_LOCK_DAYS * 86_400_000;

/** From when devices may be removed again; null: now. */
export function devicesChangeableAt(devicesChangedAt: Date | null, now: Date): Date | null {
  if (devicesChangedAt === null) return null;
  const at = new Date(devicesChangedAt.getTime() + DEVICE_LOCK_MS);
  return at > now ? at : null;
}

/** Names by which an object could reach into those of the program that reads it. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 20;

/** PostgreSQL holds neither NUL nor half a surrogate pair in JSON. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Whether a free object holds nothing but plain JSON that may be stored and given back. */
export function isPlainSetting(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainSetting(item, depth + 1));
  return Object.entries(value).every(
    ([name, item]) => !PROTOTYPE_NAMES.has(name) && isStorable(name) && isPlainSetting(item, depth + 1),
  );
}
