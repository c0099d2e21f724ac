import type { Db } from '#db/database.ts';
import type { MemberActor } from '#shared/actor.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { EventServices } from './event-services.ts';
import { eventWords, mailHolder, reminderMail } from './events.mail.ts';
import { phaseAt, REMIND_BEFORE_MS } from './events.rules.ts';
import { deleteReminder, findEvent, insertReminder, lockDueReminders, setReminderSent } from './events.store.ts';

const AT_ONCE = 200;

/** Requests a mail before the start; throws a conflict if it has started. */
export async function setReminder(db: Db, { memberId }: MemberActor, eventId: number, now: Date): Promise<void> {
  const event = await findEvent(db, eventId);
  if (event === null) throw new DomainError('dataNotFound');
  if (phaseAt(event, now) !== 'before') throw new DomainError('conflict', 'the event has already begun');
  await insertReminder(db, { eventId, memberId, createdAt: now });
}

export const removeReminder = (db: Db, { memberId }: MemberActor, eventId: number): Promise<void> =>
  deleteReminder(db, eventId, memberId);

/** Each minute; idempotent, each reminder is sent once. */
export async function sendReminders({ db, siteUrl }: Pick<EventServices, 'db' | 'siteUrl'>, now: Date): Promise<void> {
  const startsBefore = new Date(now.getTime() + REMIND_BEFORE_MS);
  for (let sent = AT_ONCE; sent === AT_ONCE;)
    sent = await db.transaction(async (tx) => {
      const due = await lockDueReminders(tx, { now, startsBefore, limit: AT_ONCE });
      for (const { eventId, memberId } of due) {
        const event = await findEvent(tx, eventId);
        if (event !== null)
          await mailHolder(tx, memberId, `${eventId}:${memberId}`, (to) =>
            reminderMail(to, eventWords(event, siteUrl)),
          );
        await setReminderSent(tx, eventId, memberId, now);
      }
      return due.length;
    });
}
