import type { Db } from '#db/database.ts';
import { findAccount } from '#domain/auth/auth.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { NotificationKind } from '#shared/notification-kinds.ts';
import { changedSettings, DEFAULT_SETTINGS, type PushSettings, type SettingsChange } from '../push.rules.ts';
import { readStopMailToken } from '../stop-tokens.ts';
import { findNoticeMail, lockNoticeMail, removeMailKinds, saveNoticeMail } from './notice-mails.store.ts';

/** Mails are opt-in. */
const FIRST: PushSettings = { ...DEFAULT_SETTINGS, kinds: [], perDay: 3 };

export interface MailSettings extends PushSettings {
  /** Mails go to a verified address only. */
  isVerified: boolean;
}

const settingsOf = ({ kinds, quietFrom, quietUntil, isAlwaysWarned, perDay }: PushSettings): PushSettings => ({
  kinds,
  quietFrom,
  quietUntil,
  isAlwaysWarned,
  perDay,
});

const isVerified = async (db: Db, memberId: number): Promise<boolean> =>
  (await findAccount(db, memberId))?.emailVerifiedAt != null;

/** How a member is told by mail. */
export async function getMailSettings(db: Db, { memberId }: Pick<MemberActor, 'memberId'>): Promise<MailSettings> {
  const saved = await findNoticeMail(db, memberId);
  return { ...settingsOf(saved ?? FIRST), isVerified: await isVerified(db, memberId) };
}

/** Changes how a member is told by mail. `forbidden` to have a kind on without a verified address. */
export async function saveMailSettings(
  db: Db,
  { memberId }: Pick<MemberActor, 'memberId'>,
  change: SettingsChange,
  now: Date,
): Promise<MailSettings> {
  const verified = await isVerified(db, memberId);
  return db.transaction(async (tx) => {
    const settings = changedSettings(await lockNoticeMail(tx, memberId, FIRST, now), change);
    if (settings.kinds.length > 0 && !verified) throw new DomainError('forbidden', 'the address is not verified');
    await saveNoticeMail(tx, memberId, settings, now);
    return { ...settings, isVerified: verified };
  });
}

/** What the token of a mail turns off; null if it is invalid. */
export const kindsOfStop = (secretKey: string, token: string): NotificationKind[] | null =>
  readStopMailToken(secretKey, token)?.kinds ?? null;

/** Turns off the kinds of a mail by its token, without log-in. `dataNotFound` if it is invalid or its member is gone. */
export async function stopMail(
  { db, secretKey }: { db: Db; secretKey: string },
  token: string,
  now: Date,
): Promise<NotificationKind[]> {
  const read = readStopMailToken(secretKey, token);
  if (read === null || !(await removeMailKinds(db, read.noticeMailId, read.kinds, now)))
    throw new DomainError('dataNotFound');
  return read.kinds;
}
