import type { Db, ReadDb, Tx } from '#db/database.ts';
import { cachedQuery } from '#db/query-cache.ts';
import { DomainError } from '#shared/domain-error.ts';
import {
  isPlainText,
  LEVER_POSITIONS,
  LEVERS,
  MAX_MESSAGE,
  MAX_NOTE,
  RETENTION,
  SETTINGS_TAG,
  type LeverKey,
  type LeverPosition,
  type NoteKey,
  type Off,
  type RetentionKey,
  type SwitchKey,
} from './settings.rules.ts';
import { findSettings, type SettingRow } from './settings.store.ts';

// The door for what reads settings. A value that the registry does not allow is the default: a row of another release, or
// one that was written by hand, stops nothing.

interface Context {
  db: Db | Tx;
  now: Date;
}

/** In memory until one changes. In a transaction they are read again. */
const rowsOf = (db: ReadDb | Tx): Promise<SettingRow[]> =>
  cachedQuery(db as ReadDb, { key: 'settings', tags: [SETTINGS_TAG] }, () => findSettings(db));

const rowOf = async (db: ReadDb | Tx, key: string) => (await rowsOf(db)).find((row) => row.key === key);

/** The switch of a row, unless it is over or not as it should be. */
export function offOf(row: Pick<SettingRow, 'value' | 'endsAt'> | undefined, now: Date): Off | null {
  if (!row?.endsAt || row.endsAt <= now) return null;
  const { value } = row;
  const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : null;
  if (typeof message !== 'string' || message === '' || message.length > MAX_MESSAGE) return null;
  return { message, endsAtMs: row.endsAt.getTime() };
}

/** The days that a row sets, else those of the code. */
export function daysOf(row: Pick<SettingRow, 'value'> | undefined, key: RetentionKey): number {
  const { days, min, max } = RETENTION[key];
  const value = row?.value;
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : days;
}

/** The words that a row sets, else none. */
export const noteOf = (row: Pick<SettingRow, 'value'> | undefined): string => {
  const value = row?.value;
  return typeof value === 'string' && value.length <= MAX_NOTE && isPlainText(value, { lines: true }) ? value : '';
};

/** The position that a row sets, else off. */
export const leverOf = (row: Pick<SettingRow, 'value'> | undefined): LeverPosition =>
  LEVER_POSITIONS.find((position) => position === row?.value) ?? 'off';

export async function listLevers({ db }: Pick<Context, 'db'>): Promise<Map<LeverKey, LeverPosition>> {
  const rows = await rowsOf(db);
  return new Map(LEVERS.map((key) => [key, leverOf(rows.find((row) => row.key === key))]));
}

/** What is off now, by its switch. */
export async function listOff({ db, now }: Context): Promise<Map<string, Off>> {
  return new Map(
    (await rowsOf(db)).flatMap((row) => {
      const off = offOf(row, now);
      return off ? [[row.key, off] as const] : [];
    }),
  );
}

/** A switch that is off now; null if it is on. */
export const findOff = async ({ db, now }: { db: ReadDb | Tx; now: Date }, key: SwitchKey): Promise<Off | null> =>
  offOf(await rowOf(db, key), now);

/** The same, read from the database: where a change was notified, memory may still have what was before. */
export const readOff = async ({ db, now }: Context, key: SwitchKey): Promise<Off | null> =>
  offOf(
    (await findSettings(db)).find((row) => row.key === key),
    now,
  );

/** Throws `functionSuspended` (20) with the words of staff while a switch is off. */
export async function demandOn({ db, now }: Context, key: SwitchKey): Promise<void> {
  const off = await findOff({ db, now }, key);
  if (off !== null) throw new DomainError('functionSuspended', off.message);
}

/** What a form's page says before it: that it is off, and words of the station. */
export async function formNotice(
  { db, now }: Context,
  { off: key, note }: { off: SwitchKey | null; note: NoteKey | null },
): Promise<{ off: Off | null; note: string }> {
  const rows = await rowsOf(db);
  return {
    off:
      key === null
        ? null
        : offOf(
            rows.find((row) => row.key === key),
            now,
          ),
    note: note === null ? '' : noteOf(rows.find((row) => row.key === note)),
  };
}

/** The instant before which a job deletes what is kept for some days. */
export async function keptSince({ db, now }: Context, key: RetentionKey): Promise<Date> {
  return new Date(now.getTime() - daysOf(await rowOf(db, key), key) * 86_400_000);
}
