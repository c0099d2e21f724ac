import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { MAX_ID } from '#shared/ids.ts';
import { line } from '#shared/text/line-schema.ts';
import { MAX_SLOTS, MAX_WEIGHT } from './advertising.rules.ts';
import { blockAd, bookCreative, changeBooking, liftAdBlock, setCancelled, type BookingFields } from './advertising.ts';

const id = z.number().int().min(1).max(MAX_ID);
const instant = z
  .number()
  .int()
  .min(1)
  .max(4_102_444_800)
  .transform((seconds) => new Date(seconds * 1000));
const booking = {
  creative_id: id,
  slots: z
    .array(z.string().regex(/^[\w-]{1,80}$/))
    .min(1)
    .max(MAX_SLOTS)
    .refine((slots) => new Set(slots).size === slots.length, 'one twice')
    .describe('Slots, or all of a type on the pages of a group: `home-banner-1`, `hotTopics-native`'),
  starts_ts: instant.describe('Unix seconds'),
  ends_ts: instant.describe('Unix seconds, at most a year after the start'),
  weight: z.number().int().min(1).max(MAX_WEIGHT).describe('Part of the turns of a slot'),
};
const fieldsOf = ({
  creative_id: creativeId,
  slots,
  starts_ts: startsAt,
  ends_ts: endsAt,
  weight,
}: z.output<z.ZodObject<typeof booking>>): BookingFields => ({ creativeId, slots, startsAt, endsAt, weight });
const inputOf = ({ creativeId, slots, startsAt, endsAt, weight }: BookingFields) => ({
  creative_id: creativeId,
  slots,
  starts_ts: Math.floor(unixSeconds(startsAt)),
  ends_ts: Math.floor(unixSeconds(endsAt)),
  weight,
});

/** Staff actions with bookings of the station's own advertisements, and with what sold advertising may not show. */
export const advertisingActions = (): StaffAction[] => {
  const manage = { permission: 'advertising.manage', needsReason: false } as const;
  return [
    staffAction({
      ...manage,
      name: 'advertising.book',
      input: z.object(booking),
      assigned: ['subject_id'],
      async run(tx, call, input) {
        const bookingId = await bookCreative(tx, call, fieldsOf(input));
        return { result: { id: bookingId }, undo: { action: 'advertising.cancel', input: { booking_id: bookingId } } };
      },
    }),
    staffAction({
      ...manage,
      name: 'advertising.change',
      input: z.object({
        booking_id: id,
        base: z.string().max(64).describe('Revision that the edit was made from; 409 at any other'),
        ...booking,
      }),
      async run(tx, call, { booking_id: bookingId, base, ...rest }) {
        const { former, revision } = await changeBooking(tx, call, { id: bookingId, base, fields: fieldsOf(rest) });
        // What was over before cannot be brought back.
        if (former.endsAt <= call.now) return { result: { revision } };
        const undo = { booking_id: bookingId, base: revision, ...inputOf(former) };
        return { result: { revision }, undo: { action: 'advertising.change', input: undo } };
      },
    }),
    staffAction({
      ...manage,
      name: 'advertising.cancel',
      input: z.object({ booking_id: id }),
      async run(tx, call, { booking_id: bookingId }) {
        await setCancelled(tx, call, bookingId, true);
        return { undo: { action: 'advertising.restore', input: { booking_id: bookingId } } };
      },
    }),
    staffAction({
      ...manage,
      name: 'advertising.restore',
      input: z.object({ booking_id: id }),
      async run(tx, call, { booking_id: bookingId }) {
        await setCancelled(tx, call, bookingId, false);
        return { undo: { action: 'advertising.cancel', input: { booking_id: bookingId } } };
      },
    }),
    staffAction({
      name: 'advertising.block',
      permission: 'advertising.block',
      input: z.object({
        advertiser: line(120).default('').describe('Domain, or the id that the ad server gives; empty: of whomever'),
        creative: line(200).default('').describe('Id of its bidder or of the ad server; empty: all of the advertiser'),
      }),
      assigned: ['subject_id'],
      async run(tx, call, input) {
        const blockId = await blockAd(tx, call, input);
        return { result: { id: blockId }, undo: { action: 'advertising.lift', input: { block_id: blockId } } };
      },
    }),
    staffAction({
      name: 'advertising.lift',
      permission: 'advertising.block',
      input: z.object({ block_id: id }),
      needsReason: false,
      run: (tx, call, { block_id: blockId }) => liftAdBlock(tx, call, blockId),
    }),
  ];
};
