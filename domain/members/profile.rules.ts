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

/** PostgreSQL holds neither NUL nor half a surrogate pair in JSON. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Whether a free object, of the depth its field allows, holds nothing but plain JSON that may be stored. */
export function isPlainSetting(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isPlainSetting);
  return Object.entries(value).every(
    ([name, item]) => !PROTOTYPE_NAMES.has(name) && isStorable(name) && isPlainSetting(item),
  );
}
