import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { CURSOR, TIMELINE_PART_NAMES, TIMELINE_SOURCES } from './support.rules.ts';

export const memberParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });

export const lookUpBody = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Member id, e-mail address, phone, order, receipt or diagnostic code, whole'),
});

const personFields = {
  member_id: z.number().int(),
  name: z.string(),
  state: z.enum(['active', 'inactive', 'deleting', 'erased']),
  email: z.string().nullable().describe('Masked'),
  email_verified_ts: z.number().nullable(),
  phone: z.string().nullable().describe('Masked'),
  phone_verified_ts: z.number().nullable(),
  joined_ts: z.number(),
};

export const lookUpReply = z.object({
  kinds: z.array(z.string()).describe('What the text was looked up as'),
  items: z.array(z.object(personFields)),
});

export const memberReply = z.object({
  ...personFields,
  display_name: z.string(),
  erase_ts: z.number().nullable().describe('When the account is erased, if that was requested'),
  plans: z.array(z.object({ plan_id: z.number().int(), name: z.string() })).describe('Plans on sale'),
  times: z.array(
    z.object({
      plan_id: z.number().int(),
      name: z.string(),
      source: z.string(),
      state: z.enum(['pending', 'running', 'over']),
      starts_ts: z.number(),
      ends_ts: z.number(),
    }),
  ),
  profile: z
    .object({
      name: z.string(),
      state: z.string(),
      renews_on: z.string().nullable(),
      grace_until_ts: z.number().nullable(),
      is_card_expiring: z.boolean(),
    })
    .nullable()
    .describe('What renews; the card is not told'),
  rentals: z.array(z.object({ film_id: z.number().int(), title: z.string(), ends_ts: z.number() })),
  films: z.array(z.object({ film_id: z.number().int(), title: z.string() })).describe('Films that can be given'),
  tickets: z.array(z.object({ event_id: z.number().int(), source: z.string(), entered_ts: z.number().nullable() })),
  devices: z.array(z.object({ name: z.string(), used_ts: z.number() })),
  sessions: z.array(z.object({ device: z.string(), began_ts: z.number(), seen_ts: z.number() })),
  playing: z
    .array(
      z.object({
        device: z.string(),
        stream: z.string().describe('Name of the recording, film or event'),
        began_ts: z.number(),
        is_paused: z.boolean(),
      }),
    )
    .describe('What takes a device slot; without the position in it'),
  device_list_locked_until_ts: z.number().nullable().describe('Until then the member cannot change their list'),
  family: z
    .object({
      payer_id: z.number().int(),
      people: z.array(z.object({ member_id: z.number().int(), name: z.string(), joined_ts: z.number() })),
    })
    .nullable()
    .describe('The payer is one of its people'),
  merged_into: z
    .object({ member_id: z.number().int(), merged_ts: z.number(), reversible_until_ts: z.number() })
    .nullable()
    .describe('The account that took this one over'),
  took_over: z.array(z.object({ member_id: z.number().int(), merged_ts: z.number(), reversible_until_ts: z.number() })),
  orders: z.array(
    z.object({
      order_id: z.number().int(),
      kind: z.string(),
      items: z.array(z.string()),
      state: z.string(),
      method: z.string().nullable(),
      total_cents: z.number().int(),
      refunded_cents: z.number().int(),
      created_ts: z.number(),
      receipts: z.array(z.string()).describe('Numbers of its receipt and refund notes'),
    }),
  ),
});

export const timelineQuery = z.object({
  show: z.enum(TIMELINE_PART_NAMES).optional(),
  before: z.string().regex(CURSOR).optional(),
});

export const timelineReply = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      at_ts: z.number(),
      source: z.enum(TIMELINE_SOURCES),
      what: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  next_before: z.string().nullable(),
});

export const contactReply = z.object({
  email: z.string().nullable(),
  phone_no_country: z.number().int().nullable(),
  phone_no: z.string().nullable(),
  until_ts: z.number().describe('From then on a reason is needed again'),
});
