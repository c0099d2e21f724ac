import { isPossibleId } from '#shared/ids.ts';
import { digitsId } from '#shared/http/query.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';
import { faultsOfPlan } from './events.rules.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
export const words = (most: number) => z.string().trim().min(1).max(most).refine(isStorable);
const cents = z.number().int().min(0).max(10_000_000);

/** An event as defined by the station (action `events.create`). */
export const newEventSchema = z
  .strictObject({
    title: words(60),
    lead: words(120),
    description: z.string().max(4_000).refine(isStorable).default(''),
    venue: words(60),
    /** Name in the picture store. */
    keyart: words(80),
    features: z.string().max(60).refine(isStorable).default(''),
    doorsAt: instant,
    startsAt: instant,
    endsAt: instant,
    replayUntil: instant.nullable(),
    testSeconds: z.number().int().min(0).max(60).default(0),
    priceCents: cents,
    earlyPriceCents: cents.nullable().default(null),
    earlyUntil: instant.nullable().default(null),
    sellsFrom: instant,
    sellsUntil: instant,
    maxTickets: z.number().int().min(1).max(20).default(4),
    tickets: z.number().int().min(1).max(1_000_000),
    perSecond: z.number().min(1).max(10_000),
    items: z.array(z.strictObject({ title: words(60), plannedAt: instant })).max(100),
  })
  .superRefine((event, context) => {
    for (const { field, words: message } of faultsOfPlan(event))
      context.addIssue({ code: 'custom', path: [field], message });
  });
export type NewEvent = z.output<typeof newEventSchema>;

const possible = (what: string) => digitsId(what).refine(isPossibleId, 'no such number');
export const eventParamsSchema = z.object({ id: possible('ID of the event') });
export const ticketParamsSchema = z.object({ id: possible('ID of the ticket') });
export const giveBodySchema = z.object({
  email: z.string().min(3).max(200).describe('E-mail address of the recipient’s account'),
  password: z
    .string()
    .max(1_000)
    .optional()
    .describe('Password of the giver; required if the log-in is more than 15 minutes old'),
});

const phase = z
  .enum(['before', 'open', 'live', 'hold', 'replay', 'ended', 'cancelled'])
  .describe(
    'before: doors closed; open: the waiting room admits viewers; hold: interrupted; ended: over, without a replay',
  );
const seconds = (what: string) => z.number().describe(`${what}, Unix seconds`);

const ticketSchema = z.object({
  ticket_id: z.number().int(),
  source: z.enum(['order', 'code', 'hand']),
  order_id: z.number().int().nullable(),
  may_give: z.boolean().describe('Whether the ticket can be given away: it never was, and the doors are closed'),
  was_given: z.boolean().describe('Whether the ticket was given to this member by another'),
});

/** ET-LiveEvent, with the member's tickets. */
export const eventReplySchema = z.object({
  id: z.number().int(),
  title: z.string(),
  start_ts: seconds('Start'),
  end_ts: seconds('Planned end'),
  source: z.string().describe('Path of the playback call'),
  requires: z.literal('ticket'),
  keyart_url: wireImageSchema,
  doors_ts: seconds('Opening of the doors'),
  replay_until_ts: seconds('Until when the replay is available').nullable(),
  state: phase,
  tickets: z.array(ticketSchema),
  has_reminder: z.boolean(),
});

export const stripReplySchema = z.object({
  state: phase,
  now_ts: seconds('Server time'),
  start_ts: seconds('Start'),
  end_ts: seconds('Planned end, or actual end once it is over'),
  state_ts: seconds('Last change of the state by the operator').nullable(),
  expected_ts: seconds('Expected resumption while interrupted').nullable(),
  replay_until_ts: seconds('Until when the replay is available').nullable(),
  sale: z.enum(['soon', 'on', 'over']),
  price_cents: z.number().int().describe('Current price of a ticket, in cents'),
  is_early: z.boolean().describe('Whether the early price applies'),
  tickets_left: z.number().int().describe('Number of tickets neither sold nor reserved'),
  messages: z
    .array(z.object({ id: z.number().int(), at_ts: z.number(), words: z.string() }))
    .describe('Messages, oldest first'),
  set_list: z.array(
    z.object({
      position: z.number().int(),
      title: z.string(),
      planned_ts: z.number(),
      started_ts: z.number().nullable(),
      is_on: z.boolean(),
    }),
  ),
  poll_s: z.number().describe('Polling interval in seconds; clients should add jitter'),
});
export type StripWire = z.infer<typeof stripReplySchema>;

export const entryReplySchema = z.object({
  number: z.number().int().describe('Number of this entry, increasing in order of arrival'),
  ahead: z.number().int().describe('Number of entries to be admitted before this one'),
  turn_ts: seconds('Time of admission'),
  is_turn: z.boolean().describe('Whether the entry is admitted, so that the playback call succeeds'),
  poll_ms: z.number().int().describe('Milliseconds to wait before asking again'),
});
export type EntryWire = z.infer<typeof entryReplySchema>;

const heardSchema = z.object({ at_ts: z.number(), heard_ts: z.number(), device_name: z.string() });

export const eventPlayReplySchema = z.object({
  event_id: z.number().int(),
  title: z.string(),
  state: phase,
  items: z
    .array(z.object({ default_encode_profile_output_id: z.number().int(), path: z.string() }))
    .describe(
      'Playlists, valid until grant_expires_ts; beside each are video.m3u8, with all qualities, and audio, with audio only',
    ),
  qualities: z.array(z.number().int()).describe('Available qualities among 21, 24 and 25, best first'),
  lease: z.object({ id: z.string(), epoch: z.number().int(), renew_s: z.number().int() }),
  grant_expires_ts: z.number(),
  stream_id: z.number().int(),
  start_ts: seconds('Start of the playable span'),
  end_ts: seconds('End of the playable span'),
  is_over: z.boolean().describe('Whether the playlist is complete; otherwise it still grows'),
  place: heardSchema.extend({ other: heardSchema.nullable() }).nullable(),
  captions: z.array(z.object({ lang: z.string(), label: z.string(), src: z.string() })),
  cues: z
    .string()
    .describe(
      'From when to when there are captions of what is said; below it, by the first second, slices of half a minute',
    ),
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  stills: z.null(),
  window: z
    .object({ startsAt: z.number().nullable(), mustFinishBy: z.number(), endsAt: z.number() })
    .nullable()
    .describe('Viewing period, Unix seconds; null if unlimited'),
});
export type EventPlayWire = z.infer<typeof eventPlayReplySchema>;
export type EventWire = z.infer<typeof eventReplySchema>;
