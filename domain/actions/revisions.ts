import { createHash } from 'node:crypto';
import { refused } from '#shared/staff/refusals.ts';

// Records that are edited as a whole, such as a programme. An edit names the revision that it was made from, so that it
// never overwrites another person's silently.

/** Identifies the content of a record. The fields are in a fixed order. */
export const revisionOf = (fields: object): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 32);

/** `conflict` with the record as it is now, unless the edit was made from it. */
export function demandRevision(base: string, now: { fields: object; changedBy: string | null }): void {
  const revision = revisionOf(now.fields);
  if (base !== revision) throw refused('edited-since', { fields: now.fields, revision, changed_by: now.changedBy });
}

/** Values of the fields that differ, for the audit. */
export function differencesOf<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } {
  const names = (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
  return { before: pick(before), after: pick(after) };
}
