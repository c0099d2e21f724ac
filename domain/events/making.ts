import type { Tx } from '#db/database.ts';
import { purgePages } from '#db/notifications.ts';
import { keepSound } from '#domain/media/kept-sound.ts';
import { openEvent } from '#domain/media/streams.ts';
import { openQuota } from '#domain/quotas/quotas.ts';
import { openQueue } from '#domain/waiting-room/waiting-room.ts';
import { EVENTS_TAG, eventTag, OVERRUN_MS } from './events.rules.ts';
import type { NewEvent } from './events.schema.ts';
import { insertEvent, insertSetItems, type EventRow } from './events.store.ts';

/**
 * Creates an event with its tickets and waiting room, on an existing stream or a new one. Returns its id; encoders are
 * registered for the stream.
 */
export async function makeEvent(
  tx: Tx,
  given: NewEvent,
  stream?: { streamId: number },
): Promise<{ id: number; streamId: number }> {
  const { items, tickets, perSecond, ...event } = given;
  const streamId = stream?.streamId ?? (await openEvent(tx, { name: event.title }));
  const quotaId = await openQuota(tx, { name: event.title, total: tickets });
  const queueId = await openQueue(tx, { name: `event:${streamId}`, perSecond, opensAt: event.doorsAt });
  const id = await insertEvent(tx, { ...event, streamId, quotaId, queueId });
  await insertSetItems(
    tx,
    items.map((item, i) => ({ ...item, eventId: id, position: i + 1 })),
  );
  await keepStream(tx, { ...event, id, streamId });
  await purgePages(tx, [eventTag(id), EVENTS_TAG]);
  return { id, streamId };
}

/**
 * Keeps what is sent from doors to end for as long as the replay is available; without a replay, the live window
 * suffices.
 */
export async function keepStream(
  tx: Tx,
  event: Pick<EventRow, 'id' | 'streamId' | 'doorsAt' | 'endsAt' | 'replayUntil'>,
): Promise<void> {
  const { id, streamId, doorsAt, endsAt, replayUntil } = event;
  if (replayUntil === null) return;
  const lastAt = new Date(endsAt.getTime() + OVERRUN_MS);
  await keepSound(tx, {
    streamId,
    startsAt: doorsAt,
    endsAt: lastAt,
    keptUntil: replayUntil,
    why: `event/${id}`,
  });
}
