import { z } from 'zod';
import { FOLLOW_KINDS } from '#shared/follow-kinds.ts';
import { MAX_FOLLOWS, MAX_GUEST_FOLLOWS, SUBJECT_LETTERS } from './follows.rules.ts';
import { NEWS_KINDS, NEWS_STATES } from './news.rules.ts';

const isPlain = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

export const followSchema = z.object({
  kind: z.enum(FOLLOW_KINDS),
  subject: z
    .string()
    .min(1)
    .max(SUBJECT_LETTERS)
    .refine(isPlain, 'not plain text')
    .describe('Id of the programme, host, song or event; folded name of the singer; name of the district or tunnel'),
});
const guestListSchema = z.array(followSchema).max(MAX_GUEST_FOLLOWS);

export const joinBodySchema = z.object({ items: guestListSchema });
export const newsBodySchema = z.object({
  items: guestListSchema.optional().describe('The list of a guest; ignored for a member'),
  headlines: z
    .int()
    .min(1)
    .max(MAX_FOLLOWS)
    .optional()
    .describe('At most so many that have news, the most urgent first; by default everything, in the order of the list'),
});

const namedSchema = followSchema.extend({
  name: z.string(),
  path: z.string().describe('Path of its page on the site'),
});
const newsSchema = z.object({
  what: z.enum(NEWS_KINDS),
  title: z.string(),
  path: z.string(),
  start_ts: z.number().describe('Unix seconds'),
  end_ts: z.number().nullable(),
  channel_id: z.int().nullable(),
  minutes: z.int().nullable().describe('Travel time through a tunnel that is open'),
  state: z.enum(NEWS_STATES).nullable().describe('State of a tunnel or phase of an event'),
});
const followedSchema = namedSchema.extend({ news: z.array(newsSchema) });

export const followsReplySchema = z.object({ items: z.array(namedSchema) });
export const followedReplySchema = z.object({ is_new: z.boolean() });
export const unfollowedReplySchema = z.object({ removed: z.int() });
export const joinReplySchema = z.object({
  added: z.int(),
  left_out: z.array(followSchema).describe('Those for which the list of the member has no room'),
});
export const newsReplySchema = z.object({
  followed: z.int().describe('How much is followed that still exists'),
  items: z.array(followedSchema),
});

export type FollowedWire = z.output<typeof followedSchema>;
export type NewsWire = z.output<typeof newsSchema>;
