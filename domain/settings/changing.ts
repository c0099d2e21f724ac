import type { Db, Tx } from '#db/database.ts';
import { purgePages, tellAdFrames } from '#db/notifications.ts';
import { demandRevision, revisionOf } from '#domain/actions/actions.ts';
import { recordAudit, type Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import { impossible, refused } from '#shared/staff/refusals.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { countBefore } from './retention.store.ts';
import { daysOf, leverOf, noteOf, offOf } from './settings.ts';
import {
  ADS_SWITCH_TAG,
  isMethodSwitch,
  LEVERS,
  MAX_OFF_DAYS,
  NOTES,
  RETENTION,
  RETENTION_KEYS,
  SETTINGS_TAG,
  SWITCHES,
  type LeverKey,
  type LeverPosition,
  type NoteKey,
  type RetentionKey,
  type SwitchKey,
} from './settings.rules.ts';
import { deleteSetting, findChangers, findSettings, lockSetting, putSetting } from './settings.store.ts';

interface Call {
  hand: Hand;
  now: Date;
}

/** What a caller saw, so that no change overwrites another one. */
export const revisionOfValue = (value: string | number): string => revisionOf({ value });

interface Suspension {
  message: string;
  endsAt: Date;
}

const offFields = (off: Suspension | null) => ({
  off: off && { message: off.message, ends_ts: unixSeconds(off.endsAt) },
});

/** The same of a switch; null: it is on. */
export const revisionOfOff = (off: Suspension | null): string => revisionOf(offFields(off));

const suspensionOf = (off: ReturnType<typeof offOf>): Suspension | null =>
  off && { message: off.message, endsAt: new Date(off.endsAtMs) };

function accountOf({ accountId }: Hand): number {
  if (accountId === undefined) throw new DomainError('invalidParam', 'a setting is changed at the desk');
  return accountId;
}

/** Every process reloads the settings. */
async function announce(tx: Tx, key: string): Promise<void> {
  await purgePages(tx, [SETTINGS_TAG, ...(key === 'ads' ? [ADS_SWITCH_TAG] : [])]);
  if (key === 'ads') await tellAdFrames(tx);
}

/** Every setting of the registry as it is now, with who changed it last. */
export async function listSettings({ db, now }: { db: Db; now: Date }) {
  const [rows, changers] = await Promise.all([
    findSettings(db),
    findChangers(db, [...SWITCHES, ...LEVERS, ...NOTES, ...RETENTION_KEYS]),
  ]);
  const rowOf = (key: string) => rows.find((row) => row.key === key);
  const changeOf = (key: string) => {
    const by = changers.find((one) => one.key === key);
    return { changed_by: by?.name ?? null, changed_ts: by ? unixSeconds(by.changedAt) : null };
  };
  return {
    switches: SWITCHES.map((key) => {
      const off = offOf(rowOf(key), now);
      return {
        key,
        is_method: isMethodSwitch(key),
        off: off && { message: off.message, ends_ts: off.endsAtMs / 1000 },
        ...changeOf(key),
      };
    }),
    levers: LEVERS.map((key) => {
      const position = leverOf(rowOf(key));
      return { key, position, revision: revisionOfValue(position), ...changeOf(key) };
    }),
    notes: NOTES.map((key) => {
      const value = noteOf(rowOf(key));
      return { key, value, revision: revisionOfValue(value), ...changeOf(key) };
    }),
    retention: RETENTION_KEYS.map((key) => {
      const { days: normal, min, max } = RETENTION[key];
      const days = daysOf(rowOf(key), key);
      return { key, days, default_days: normal, min, max, revision: revisionOfValue(days), ...changeOf(key) };
    }),
  };
}

/** A switch as it is now, for a change of it. `conflict` unless it is as it was at `base`. */
async function lockSwitch(
  tx: Tx,
  now: Date,
  { key, base }: { key: SwitchKey; base?: string | undefined },
): Promise<Suspension | null> {
  const row = (await lockSetting(tx, key)) ?? undefined;
  const former = suspensionOf(offOf(row, now));
  if (base !== undefined) demandRevision(base, { fields: offFields(former), changedBy: row?.name ?? null });
  return former;
}

/**
 * Puts a switch off until an instant, at which it is on again by itself. Returns what it was, null if it was on. An undo
 * names in `base` what it takes back; a press does not, as its page shows what it changes.
 */
export async function switchOff(
  tx: Tx,
  { hand, now }: Call,
  { key, message, endsAt, base }: { key: SwitchKey; message: string; endsAt: Date; base?: string | undefined },
): Promise<Suspension | null> {
  if (endsAt <= now || endsAt.getTime() > now.getTime() + MAX_OFF_DAYS * 86_400_000)
    throw impossible('ends-within-days', { max: MAX_OFF_DAYS, field: 'ends_ts' });
  const former = await lockSwitch(tx, now, { key, base });
  const row = { key, value: { message }, endsAt, changedBy: accountOf(hand), changedAt: now };
  await putSetting(tx, row);
  await announce(tx, key);
  const before = former && { message: former.message, endsAt: former.endsAt.toISOString() };
  await recordAudit(
    tx,
    hand,
    {
      action: 'settings.switch-off',
      subject: ['setting', key],
      ...(before && { before }),
      after: { message, endsAt: endsAt.toISOString() },
    },
    now,
  );
  return former;
}

/** Puts a switch on before its end. Returns what it was. */
export async function switchOn(
  tx: Tx,
  { hand, now }: Call,
  { key, base }: { key: SwitchKey; base?: string | undefined },
): Promise<Suspension> {
  const off = await lockSwitch(tx, now, { key, base });
  if (off === null) throw refused('switch-on');
  await deleteSetting(tx, key);
  await announce(tx, key);
  const before = { message: off.message, endsAt: off.endsAt.toISOString() };
  const event = { action: 'settings.switch-on', subject: ['setting', key] } as const;
  await recordAudit(tx, hand, { ...event, before, after: { endsAt: 'now' } }, now);
  return off;
}

/** Stores what differs from the default. */
async function put(tx: Tx, { hand, now }: Call, key: string, value: unknown, isDefault: boolean): Promise<void> {
  if (isDefault) await deleteSetting(tx, key);
  else await putSetting(tx, { key, value, endsAt: null, changedBy: accountOf(hand), changedAt: now });
  await announce(tx, key);
}

/** Changes the words above a form. `conflict` with the current ones unless the change was made from them. */
export async function changeNote(
  tx: Tx,
  call: Call,
  { key, value, base }: { key: NoteKey; value: string; base: string },
): Promise<string> {
  const row = await lockSetting(tx, key);
  const former = noteOf(row ?? undefined);
  demandRevision(base, { fields: { value: former }, changedBy: row?.name ?? null });
  if (former === value) throw refused('same-value');
  await put(tx, call, key, value, value === '');
  const event = { action: 'settings.note', subject: ['setting', key] } as const;
  await recordAudit(tx, call.hand, { ...event, before: { words: former }, after: { words: value } }, call.now);
  return former;
}

/** Sets a lever. `conflict` with its current position unless the change was made from that. */
export async function changeLever(
  tx: Tx,
  call: Call,
  { key, position, base }: { key: LeverKey; position: LeverPosition; base: string },
): Promise<LeverPosition> {
  const row = await lockSetting(tx, key);
  const former = leverOf(row ?? undefined);
  demandRevision(base, { fields: { value: former }, changedBy: row?.name ?? null });
  if (former === position) throw refused('same-value');
  await put(tx, call, key, position, position === 'off');
  const event = { action: 'settings.lever', subject: ['setting', key] } as const;
  await recordAudit(tx, call.hand, { ...event, before: { lever: former }, after: { lever: position } }, call.now);
  return former;
}

/** Changes for how many days something is kept. What the next run deletes for it is recorded, and so previewed. */
export async function changeRetention(
  tx: Tx,
  call: Call,
  { key, days, base }: { key: RetentionKey; days: number; base: string },
): Promise<number> {
  const row = await lockSetting(tx, key);
  const former = daysOf(row ?? undefined, key);
  demandRevision(base, { fields: { value: former }, changedBy: row?.name ?? null });
  const { min, max, days: normal } = RETENTION[key];
  if (days < min || days > max) throw impossible('days-out-of-bounds', { min, max, field: 'days' });
  if (former === days) throw refused('same-value');
  await put(tx, call, key, days, days === normal);
  const before = new Date(call.now.getTime() - days * 86_400_000);
  const deleted = days < former ? { deletedNext: await countBefore(tx, key, before) } : {};
  const event = { action: 'settings.keep', subject: ['setting', key] } as const;
  await recordAudit(tx, call.hand, { ...event, before: { days: former }, after: { days, ...deleted } }, call.now);
  return former;
}

/** Whether a change deletes what is kept now. */
export async function isShorter(tx: Tx, { key, days }: { key: RetentionKey; days: number }): Promise<boolean> {
  return days < daysOf((await lockSetting(tx, key)) ?? undefined, key);
}
