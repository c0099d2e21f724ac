import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { PLAYBACK_LIMITS } from '#shared/limits.ts';
import { digitsId } from '#shared/http/query.ts';

/** Instants of streams: a tape may predate the epoch. */
const EARLIEST_S = -2_208_988_800;
const LATEST_S = 4_102_444_800;
const DAY_S = 86_400;

const instantOf = (seconds: number) => new Date(Math.round(seconds * 1000));
const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const givenTs = (about: string) =>
  z.number().min(EARLIEST_S).max(LATEST_S).transform(instantOf).describe(`Unix seconds: ${about}`);

const leaseId = z.uuid().describe('The lease');
const deviceKey = z
  .string()
  .regex(/^[\w-]{8,}$/, 'letters, digits, _ and -, 8 or more')
  .max(PLAYBACK_LIMITS.deviceKeyChars)
  .describe("The browser's own random name for itself, kept as long as it numbers its events");

const heardSchema = z
  .tuple([givenTs('from'), givenTs('to')])
  .refine(([from, to]) => from < to && to.getTime() - from.getTime() <= DAY_S * 1000, 'from before to, a day at most');

const eventSchema = z
  .object({
    sequence: z.int().min(1).describe('Counted by the device: the same event sent again has the same'),
    stream_id: z.int().min(1).max(MAX_ID).describe('A channel, or a tape from 10000 on'),
    at_ts: givenTs('the position'),
    age_s: z
      .number()
      .min(0)
      .max(LATEST_S)
      .nullable()
      .describe(
        'How long ago it was, by a clock that never goes back; null where that clock is gone, as after a crash',
      ),
    clock_ts: givenTs("what the device's own clock said when it was"),
    moved_s: z
      .number()
      .min(0)
      .max(DAY_S)
      .describe("Sound that moved since this device's last position; under 10 there is none"),
    heard: z
      .array(heardSchema)
      .max(PLAYBACK_LIMITS.heardSpansAnEvent)
      .default([])
      .describe('What was heard since the last event'),
  })
  .transform(({ sequence, stream_id, at_ts, age_s, clock_ts, moved_s, heard }) => ({
    sequence,
    streamId: stream_id,
    at: at_ts,
    ageMs: age_s === null ? null : Math.round(age_s * 1000),
    clockAt: clock_ts,
    movedMs: Math.round(moved_s * 1000),
    heard,
  }));

const report = {
  device_key: deviceKey,
  sent_ts: givenTs("what the device's own clock says now"),
  places: z
    .array(eventSchema)
    .max(PLAYBACK_LIMITS.eventsACall)
    .describe('Oldest first; the next call when this was answered'),
};

export const positionsBodySchema = z.object(report);

export const leaseBodySchema = z.object({
  ...report,
  places: report.places.default([]),
  lease_id: leaseId,
  epoch: z.int().min(1).max(MAX_ID).describe('Of the lease, as it was told last'),
  is_paused: z.boolean(),
  is_remote: z
    .boolean()
    .default(false)
    .describe('Asks for an address for another machine (AirPlay, Cast), which ends the one it had'),
});

export const leaseParamsSchema = z.object({ id: leaseId });

const queryInstant = (about: string) =>
  z.coerce.number().min(EARLIEST_S).max(LATEST_S).transform(instantOf).describe(`Unix seconds: ${about}`);

export const positionQuerySchema = z
  .object({
    stream: digitsId('A channel, or a tape from 10000 on').refine((id) => id <= MAX_ID, 'no such stream'),
    from: queryInstant('begin of the replay'),
    to: queryInstant('its end'),
  })
  .refine(
    ({ from, to }) => from < to && to.getTime() - from.getTime() <= 2 * DAY_S * 1000,
    'from before to, two days at most',
  );

const acknowledged = z
  .number()
  .int()
  .describe('Greatest number of what was sent, all of which is kept; 0 where nothing was sent');

export const acknowledgedReplySchema = z.object({ acknowledged });

export const renewedReplySchema = z.object({
  lease_id: leaseId,
  epoch: z.number().int(),
  renew_s: z.number().describe('Say so again after this long'),
  stream_id: z.number().int(),
  start_ts: ts('begin of what may be heard'),
  end_ts: ts('its end, which moves while it is on air'),
  is_open: z.boolean().describe('It is still on air'),
  grant: z.string().nullable().describe('For addresses of sound from now on; null for who stands paused'),
  grant_expires_ts: ts('when it ends').nullable(),
  acknowledged,
});

export const leasesReplySchema = z.object({
  max_devices: z.number().int().describe('How many may play at once'),
  leases: z.array(
    z.object({
      lease_id: leaseId,
      epoch: z.number().int(),
      device_name: z.string().describe('Browser and system as people call them; empty where unknown'),
      is_this_session: z.boolean(),
      is_paused: z.boolean(),
      stream_id: z.number().int(),
      start_ts: ts('begin of what it plays'),
      end_ts: ts('its end'),
      started_ts: ts('when it began'),
    }),
  ),
});

const devicePositionSchema = z.object({
  at_ts: ts('the position'),
  heard_ts: ts('when it was heard'),
  device_name: z.string(),
});

export const positionReplySchema = z.object({
  place: devicePositionSchema
    .extend({ other: devicePositionSchema.nullable().describe('Where another device was, more than a minute from it') })
    .nullable()
    .describe('null: never heard'),
  heard: z.array(z.tuple([ts('from'), ts('to')])).describe('What was heard of it, in order'),
});
