/** Days for which the list of paid-content devices is locked after a change (K-085). */
export const DEVICE_LOCK_DAYS = 14;
const DEVICE_LOCK_MS = DEVICE_LOCK_DAYS * 86_400_000;

/** When devices may be removed again. Null: now. */
export function devicesChangeableAt(devicesChangedAt: Date | null, now: Date): Date | null {
  if (devicesChangedAt === null) return null;
  const at = new Date(devicesChangedAt.getTime() + DEVICE_LOCK_MS);
  return at > now ? at : null;
}

/** Keys that could lead to prototype pollution in a program that reads the object. */
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** PostgreSQL JSON cannot hold NUL or lone surrogates. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** Whether a free-form object contains only plain JSON that can be stored. Its depth was checked before. */
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
