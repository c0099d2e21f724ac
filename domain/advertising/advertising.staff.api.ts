import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AD_GROUPS } from '#domain/ads/ad-groups.rules.ts';
import { adFaults, slotsOfGroup } from '#domain/audience/figures.ts';
import { addDaysHk, dayHkOf, unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { line } from '#shared/text/line-schema.ts';
import { BOOKING_STATES, creativePath } from './advertising.rules.ts';
import {
  bookingRevision,
  getBooking,
  listBlocks,
  listBookings,
  listCreatives,
  openBookings,
  uploadCreative,
  type AdvertisingServices,
  type BookingWithCreative,
  type Creative,
} from './advertising.ts';
import { MAX_CREATIVE_UPLOAD_BYTES } from './creative-bytes.rules.ts';

const LISTED = 24;
const MAX_BOOKINGS = 200;
const FAULT_DAYS = 30;
const id = z.coerce.number().int().min(1).max(MAX_ID);

const creativeSchema = z.object({
  creative_id: z.number().int(),
  name: z.string(),
  src: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
  frames: z.number().int(),
  duration_ms: z.number().int(),
  decode_ms: z.number().int().describe('CPU time of decoding at the upload'),
  alt: z.string(),
  target: z.string(),
});
const bookingSchema = z.object({
  booking_id: z.number().int(),
  creative: creativeSchema,
  slots: z.array(z.string()),
  starts_ts: z.number(),
  ends_ts: z.number(),
  weight: z.number().int(),
  is_cancelled: z.boolean(),
  revision: z.string(),
  changed_by: z.string().nullable(),
});

const presentCreative = ({ id: creativeId, name, fileSha256, width, height, alt, target, ...rest }: Creative) => ({
  creative_id: creativeId,
  name,
  src: creativePath(fileSha256),
  width,
  height,
  bytes: rest.bytes,
  frames: rest.frames,
  duration_ms: rest.durationMs,
  decode_ms: rest.decodeMs,
  alt,
  target,
});
const presentBooking = (booking: BookingWithCreative) => ({
  booking_id: booking.id,
  creative: presentCreative(booking.creative),
  slots: booking.slots,
  starts_ts: unixSeconds(booking.startsAt),
  ends_ts: unixSeconds(booking.endsAt),
  weight: booking.weight,
  is_cancelled: booking.cancelledAt !== null,
  revision: bookingRevision(booking),
  changed_by: booking.by,
});

/** The room of advertising: bookings, creatives, slots with their figures, and what is blocked. */
export async function advertisingStaffApi(
  app: FastifyInstance,
  { services, clock }: { services: AdvertisingServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['advertising'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('advertising.manage');
  const context = () => ({ db: services.db, now: clock() });

  api.get(
    '/api/staff/advertising/bookings',
    {
      schema: {
        tags,
        summary: 'Bookings of house advertisements, latest end first, and those that are on or to come',
        querystring: z.object({ state: z.enum(BOOKING_STATES).optional() }),
        response: {
          200: wrapped(z.object({ items: z.array(bookingSchema), open: z.array(bookingSchema), now_ts: z.number() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { state = null } }) => {
      const at = context();
      const [items, open] = await Promise.all([listBookings(at, state, MAX_BOOKINGS), openBookings(at)]);
      return ok({ items: items.map(presentBooking), open: open.map(presentBooking), now_ts: unixSeconds(at.now) });
    },
  );
  api.get(
    '/api/staff/advertising/bookings/:id',
    {
      schema: {
        tags,
        summary: 'A booking with its revision',
        params: z.object({ id }),
        response: { 200: wrapped(bookingSchema), ...refused },
      },
      ...guard,
    },
    async ({ params }) => ok(presentBooking(await getBooking(context(), params.id))),
  );
  api.get(
    '/api/staff/advertising/creatives',
    {
      schema: {
        tags,
        summary: 'Creatives, newest first, twenty-four at once, with the bookings that are not over',
        querystring: z.object({ before: id.optional().describe('`next_before` of the page before') }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(
                creativeSchema.extend({
                  created_by: z.string().nullable(),
                  bookings: z.array(z.object({ booking_id: z.number().int(), slots: z.array(z.string()) })),
                }),
              ),
              next_before: z.number().int().nullable(),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { before = null } }) => {
      const { items, next } = await listCreatives(context(), { before, limit: LISTED });
      return ok({
        items: items.map(({ by, bookings, ...creative }) => ({
          ...presentCreative(creative),
          created_by: by,
          bookings: bookings.map(({ id: bookingId, slots }) => ({ booking_id: bookingId, slots })),
        })),
        next_before: next,
      });
    },
  );
  api.get(
    '/api/staff/advertising/slots',
    {
      schema: {
        tags,
        summary: 'Figures of yesterday of the slots of a group of pages, and the bookings that are on or to come',
        querystring: z.object({ group: z.enum(AD_GROUPS).default('home') }),
        response: {
          200: wrapped(
            z.object({
              group: z.string(),
              day: z.string(),
              slots: z.array(
                z.object({
                  slot: z.string(),
                  requests: z.number(),
                  fills: z.number(),
                  viewables: z.number(),
                  clicks: z.number(),
                }),
              ),
              open: z.array(bookingSchema),
              now_ts: z.number(),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { group } }) => {
      const at = context();
      const day = addDaysHk(dayHkOf(at.now), -1);
      const [slots, open] = await Promise.all([slotsOfGroup(at, day, group), openBookings(at)]);
      return ok({
        group,
        day,
        slots: slots.map(({ key, requests, fills, viewables, clicks }) => ({
          slot: key,
          requests,
          fills,
          viewables,
          clicks,
        })),
        open: open.map(presentBooking),
        now_ts: unixSeconds(at.now),
      });
    },
  );
  api.get(
    '/api/staff/advertising/blocked',
    {
      schema: {
        tags,
        summary: 'What frames refuse, and creatives that they dropped or listeners reported within thirty days',
        response: {
          200: wrapped(
            z.object({
              blocks: z.array(
                z.object({
                  block_id: z.number().int(),
                  advertiser: z.string(),
                  creative: z.string(),
                  reason: z.string(),
                  blocked_by: z.string().nullable(),
                  created_ts: z.number(),
                }),
              ),
              faults: z.array(
                z.object({
                  advertiser: z.string(),
                  creative: z.string(),
                  events: z.number(),
                  reasons: z.record(z.string(), z.number()),
                }),
              ),
            }),
          ),
          ...refused,
        },
      },
      ...staffOnly('advertising.block'),
    },
    async () => {
      const at = context();
      const since = addDaysHk(dayHkOf(at.now), 1 - FAULT_DAYS);
      const [blocks, faults] = await Promise.all([listBlocks(at), adFaults(at, since)]);
      return ok({
        blocks: blocks.map(({ id: blockId, advertiser, creative, reason, by, createdAt }) => ({
          block_id: blockId,
          advertiser,
          creative,
          reason,
          blocked_by: by,
          created_ts: unixSeconds(createdAt),
        })),
        faults,
      });
    },
  );
  const words = z.object({
    name: line(60).min(1),
    alt: line(200)
      .min(1)
      .refine((text) => /\p{Script=Han}/u.test(text), 'not in Chinese')
      .describe('In Chinese, for those who do not see the picture'),
    target: line(300).min(1).describe('A path of the site, or a whole https address'),
  });
  await app.register(async (uploads) => {
    // The type is read from the bytes, so whatever is declared is taken as bytes.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_CREATIVE_UPLOAD_BYTES },
      (_request, body, done) => done(null, body),
    );
    uploads.withTypeProvider<ZodTypeProvider>().post(
      '/api/staff/advertising/creatives',
      {
        schema: {
          tags,
          summary: 'Adds a creative: a PNG, JPEG, WebP, AVIF or GIF in a size of a slot, as the body',
          querystring: words,
          response: {
            200: wrapped(z.object({ creative_id: z.number().int() })),
            ...refused,
            ...refusals('tooLarge', 'unavailable'),
          },
        },
        // Before the body is read.
        onRequest: guard.preValidation,
        bodyLimit: MAX_CREATIVE_UPLOAD_BYTES,
      },
      async (request) => {
        const { name, accountId } = await staffOf(request);
        const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        const call = { hand: { who: name, why: 'advertising.upload', accountId }, now: clock() };
        return ok({ creative_id: await uploadCreative(services, call, request.query, bytes) });
      },
    );
  });
}
