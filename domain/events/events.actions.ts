import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { staffAction, type ActionCall, type StaffAction } from '#domain/actions/actions.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { refundEvent } from './event-refunds.ts';
import { MAX_WORDS } from './events.rules.ts';
import { newEventSchema, words as wordsOf } from './events.schema.ts';
import { makeEvent } from './making.ts';
import { runEvent, type EventCommand } from './running.ts';

const id = z.number().int().min(1).max(MAX_ID);
const event = { event_id: id };
const words = wordsOf(MAX_WORDS);
const instant = z
  .number()
  .min(1)
  .max(4_102_444_800)
  .describe('Unix seconds')
  .transform((seconds) => new Date(seconds * 1000));

/** A command on an event that waits for nobody. */
const command = (tx: Tx, { hand, now }: ActionCall, eventId: number, given: EventCommand) =>
  runEvent(tx, hand, eventId, given, now);

/** State changes in the order of an evening, with the command that the audit names. */
const STATES = [
  { name: 'events.open', to: 'open' },
  { name: 'events.start', to: 'live' },
  { name: 'events.end', to: 'end' },
] as const;

/** Staff actions with live events. All viewers see a change within five seconds. */
export const eventActions = (): StaffAction[] => [
  staffAction({
    name: 'events.create',
    permission: 'events.edit',
    input: newEventSchema,
    needsReason: false,
    assigned: ['subject_id', 'streamId'],
    async run(tx, { hand, now }, fields) {
      const { id: eventId, streamId } = await makeEvent(tx, fields);
      const { title, startsAt, tickets } = fields;
      const after = { title, startsAt: startsAt.toISOString(), tickets, streamId };
      await recordAudit(tx, hand, { action: 'events.create', subject: ['event', eventId], after }, now);
      return { result: { event_id: eventId, stream_id: streamId } };
    },
  }),
  ...STATES.map(({ name, to }) =>
    staffAction({
      name,
      permission: 'events.run',
      input: z.object(event),
      needsReason: to === 'end',
      run: async (tx, call, { event_id: eventId }) => void (await command(tx, call, eventId, { do: to })),
    }),
  ),
  staffAction({
    name: 'events.hold',
    permission: 'events.run',
    input: z.object({
      ...event,
      words: words.describe('Shown over the picture during the hold'),
      expected_ts: instant.nullable().describe('When it is expected to continue; null: unknown'),
    }),
    needsReason: false,
    run: async (tx, call, { event_id: eventId, words: shown, expected_ts: expectedAt }) =>
      void (await command(tx, call, eventId, { do: 'hold', words: shown, expectedAt })),
  }),
  staffAction({
    name: 'events.cancel',
    permission: 'events.cancel',
    input: z.object(event),
    needsProof: true,
    secondPerson: { permission: 'events.cancel', isNeeded: () => true },
    run: async (tx, call, { event_id: eventId }) => void (await command(tx, call, eventId, { do: 'cancel' })),
  }),
  staffAction({
    name: 'events.refund-orders',
    permission: 'money.refund',
    input: z.object(event),
    needsProof: true,
    secondPerson: { permission: 'money.approve', isNeeded: () => true },
    async run(tx, call, { event_id: eventId }) {
      const { orders, cents } = await refundEvent(tx, call, eventId);
      return { result: { orders, cents } };
    },
  }),
  staffAction({
    name: 'events.message',
    permission: 'events.run',
    input: z.object({ ...event, words }),
    needsReason: false,
    async run(tx, call, { event_id: eventId, words: shown }) {
      const { messageId } = await command(tx, call, eventId, { do: 'message', words: shown });
      const message = { event_id: eventId, message_id: messageId };
      return { result: message, undo: { action: 'events.withdraw-message', input: message } };
    },
  }),
  staffAction({
    name: 'events.withdraw-message',
    permission: 'events.run',
    input: z.object({ ...event, message_id: id }),
    needsReason: false,
    async run(tx, call, { event_id: eventId, message_id: messageId }) {
      const { words: shown } = await command(tx, call, eventId, { do: 'withdraw', messageId });
      return { undo: { action: 'events.message', input: { event_id: eventId, words: shown } } };
    },
  }),
  staffAction({
    name: 'events.item',
    permission: 'events.run',
    input: z.object({
      ...event,
      position: z.number().int().min(1).max(1_000),
      is_started: z.boolean(),
      started_ts: instant.optional().describe('When it began; without it: now'),
    }),
    needsReason: false,
    async run(tx, call, { event_id: eventId, position, is_started: isStarted, started_ts: at }) {
      const given: EventCommand = isStarted ? { do: 'set', position, ...(at && { at }) } : { do: 'unset', position };
      const { startedAt = null } = await command(tx, call, eventId, given);
      const former = startedAt === null ? {} : { started_ts: unixSeconds(startedAt) };
      const back = { event_id: eventId, position, is_started: startedAt !== null, ...former };
      return { undo: { action: 'events.item', input: back } };
    },
  }),
  staffAction({
    name: 'events.give-ticket',
    permission: 'events.edit',
    input: z.object({ ...event, member_id: id }),
    run: async (tx, call, { event_id: eventId, member_id: memberId }) =>
      void (await command(tx, call, eventId, { do: 'ticket', memberId })),
  }),
  staffAction({
    name: 'events.rate',
    permission: 'events.run',
    input: z.object({
      ...event,
      per_second: z.number().positive().max(10_000).describe('Waiting members admitted a second; may be a fraction'),
    }),
    needsReason: false,
    async run(tx, call, { event_id: eventId, per_second: perSecond }) {
      const former = await command(tx, call, eventId, { do: 'rate', perSecond });
      return { undo: { action: 'events.rate', input: { event_id: eventId, per_second: former.perSecond } } };
    },
  }),
];
