import type { Db } from '#db/database.ts';
import { countsOf, dayLine, programmesOf } from '#domain/audience/figures.ts';
import { countLetters } from '#domain/contact/letters.ts';
import { queueMail } from '#domain/mail/mail.ts';
import { moneyOfDay } from '#domain/purchases/order-search.ts';
import { findActiveStaff } from '#domain/staff/staff.ts';
import { addDaysHk, dayHkOf, type DayHk } from '#shared/hk-time.ts';
import { may, type Permission } from '#shared/staff/permissions.ts';
import { morningMail, type MorningFigures } from './morning-mail.mail.ts';
import { deleteReader, findReaders, insertReader, isReader } from './morning-mail.store.ts';

const MAX_READERS = 500;
const MAX_LISTED = 3;
const MINUTES_A_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Whether an account gets the mail. */
export const getsMorningMail = (db: Db, accountId: number): Promise<boolean> => isReader(db, accountId);

export const setMorningMail = (db: Db, accountId: number, { isOn, now }: { isOn: boolean; now: Date }): Promise<void> =>
  isOn ? insertReader(db, accountId, now) : deleteReader(db, accountId);

async function listeningOf(context: { db: Db; now: Date }, day: DayHk): Promise<MorningFigures['listening']> {
  const [lines, programmes, counts] = await Promise.all([
    dayLine(context, day),
    programmesOf(context, day),
    countsOf(context, day),
  ]);
  return {
    channels: lines.map(({ channel, heardMs, peak, coverage }) => ({
      channel,
      average: heardMs / MINUTE_MS / MINUTES_A_DAY,
      peak,
      coverage,
    })),
    programmes: programmes.toSorted((one, other) => other.average - one.average).slice(0, MAX_LISTED),
    articles: counts.articles
      .flatMap(({ title, readers, events }) => (title === null ? [] : [{ title, views: readers ?? events }]))
      .slice(0, MAX_LISTED),
    searches: counts.empty.slice(0, MAX_LISTED).map(({ key, events }) => ({ words: key, times: events })),
  };
}

/**
 * Queues the mail of a morning to each account that asked for it, with what its roles may see of the day before. Once a
 * day and account, however often it runs. Returns how many were queued.
 */
export async function sendMorningMails({ db, deskUrl }: { db: Db; deskUrl: string }, now: Date): Promise<number> {
  const readers = await findReaders(db, MAX_READERS);
  if (readers.length === 0) return 0;
  const day = addDaysHk(dayHkOf(now), -1);
  const [listening, takings, open] = await Promise.all([
    listeningOf({ db, now }, day),
    moneyOfDay(db, day),
    countLetters(db),
  ]);
  let queued = 0;
  for (const reader of readers)
    await db.transaction(async (tx) => {
      const actor = await findActiveStaff(tx, reader.accountId, now);
      // A role that is limited to a channel or programme sees no figures of the whole station.
      const sees = (permission: Permission) => actor !== null && may(actor.roles, permission);
      const mail = morningMail(
        reader,
        day,
        {
          listening: sees('figures.see') ? listening : null,
          takings: sees('money.see') ? takings : null,
          letters: sees('letters.answer') ? { open } : null,
        },
        deskUrl,
      );
      if (mail && (await queueMail(tx, mail))) queued += 1;
    });
  return queued;
}
