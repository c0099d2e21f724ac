import { z } from 'zod';
import { FOLLOW_KINDS } from '#shared/follow-kinds.ts';
import { NOTIFICATION_KINDS } from '#shared/notification-kinds.ts';
import { MAX_ENDPOINT_CHARS, MAX_PER_DAY, MAX_TOPICS } from './push.rules.ts';

const hour = z.number().int().min(0).max(23);
const kinds = z.array(z.enum(NOTIFICATION_KINDS)).max(NOTIFICATION_KINDS.length);
const settingsShape = {
  kinds: kinds.describe('Kinds that are on'),
  quiet_from: hour.describe('Hour of Hong Kong at which quiet hours begin'),
  quiet_until: hour.describe('Hour at which they end; the same: there are none'),
  always_warned: z
    .boolean()
    .describe('Whether warnings (tunnels and the weather) come in quiet hours and beyond the limit'),
  per_day: z.number().int().min(1).max(MAX_PER_DAY).describe('Most messages a day'),
};
export const settingsReplySchema = z.object(settingsShape);
/** Only what is named is changed: another page of the same browser or member may have changed the rest. */
const settingsChangeSchema = settingsReplySchema.partial().extend({
  kinds_on: kinds.optional().describe('Kinds to turn on, beside those that are'),
  kinds_off: kinds.optional().describe('Kinds to turn off'),
});
export type SettingsChangeWire = z.output<typeof settingsChangeSchema>;

export const mailBodySchema = settingsChangeSchema;
export const mailReplySchema = settingsReplySchema.extend({
  is_verified: z.boolean().describe('Mails go to a verified address only'),
});

const proofShape = {
  endpoint: z
    .string()
    .max(MAX_ENDPOINT_CHARS)
    .regex(/^[\x21-\x7e]+$/)
    .describe('URL of the push service for this browser'),
  auth: z
    .string()
    .regex(/^[\w-]{22}$/)
    .describe('Authentication secret of the browser, base64url'),
};
export const proofBodySchema = z.object(proofShape);
export const saveBodySchema = z.object({
  ...proofShape,
  p256dh: z
    .string()
    .regex(/^[\w-]{87}$/)
    .describe('Public key of the browser, base64url'),
  topics: z
    .array(
      z.object({
        kind: z.enum(FOLLOW_KINDS),
        subject: z
          .string()
          .min(1)
          .max(120)
          .refine((text) => !/\p{Cc}/u.test(text)),
      }),
    )
    .max(MAX_TOPICS)
    .default([])
    .describe('What a guest follows; for a member the follows of the account count'),
  settings: settingsChangeSchema.optional(),
});
export const stopBodySchema = z.object({ token: z.string().min(1).max(80).describe('From the notification') });
export const keyReplySchema = z.object({ public_key: z.string().describe('Application server key, base64url') });
export const doneReplySchema = z.object({});
