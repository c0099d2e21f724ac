import { z } from 'zod';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const deviceReplySchema = z.object({
  device_id: id,
  name: z.string(),
  used_ts: ts('used last'),
  created_ts: ts('added'),
});

export const profileReplySchema = z.object({
  user_id: id,
  display_name: z.string(),
  surname: z.string(),
  given_name: z.string(),
  gender: z.enum(['M', 'F']).nullable(),
  dob: z.string().nullable().describe('YYYY-MM-DD'),
  email: z.string(),
  is_email_verified: z.boolean(),
  pending_email: z
    .object({ email: z.string(), asked_ts: ts('asked for'), expires_ts: ts('the link is over') })
    .nullable()
    .describe('A change of address that its new mailbox has not answered'),
  phone_no_country: z.string().nullable().describe('Dialling code as text, 852 or 0'),
  phone_no: z.string().nullable(),
  is_phone_verified: z.boolean(),
  is_subscribe_edm: z.boolean(),
  mobileDefaultResolution: z.number().int().describe('SD 1 or HD 2'),
  user_setting: z.record(z.string(), z.unknown()),
  device_ids: z.array(id).describe('Devices on which paid content is played'),
  devices_changeable_ts: ts('when devices may be removed again; null: now').nullable(),
  allowed_to_add_to_playlist: z.boolean(),
  subscribed: z.boolean(),
  has_password: z.boolean().describe('false: the member logs in by passkey or mailed link only'),
  password_changed_ts: ts('when the password was set').nullable(),
  erase_ts: ts('when the account is erased; null: it stays').nullable(),
  registered_ts: ts('when the account was made'),
});

export const devicesReplySchema = z.object({
  devices: z.array(deviceReplySchema),
  changeable_ts: ts('when devices may be removed again; null: now').nullable(),
});

export const securityEventReplySchema = z.object({
  event_id: id,
  kind: z.string(),
  device: z.string().describe('Browser and system as people call them; empty where unknown'),
  ip_address: z.string(),
  detail: z.record(z.string(), z.string()),
  happened_ts: ts('when'),
});
export const securityEventsReplySchema = z.object({ events: z.array(securityEventReplySchema) });

export const memberHistoryReplySchema = z.object({
  subscriptions: z.array(
    z.object({
      subscription_id: id,
      subscription_plan_id: id,
      plan_name: z.string(),
      price_cents: z.number().int(),
      source: z.string().describe('hand: given by the station'),
      state: z.enum(['pending', 'running', 'over']),
      start_ts: ts('first instant'),
      end_ts: ts('end, not included'),
    }),
  ),
  recurring_profiles: z.array(
    z.object({
      recurring_profile_id: id,
      plan_name: z.string(),
      state: z.enum(['active', 'stopped']),
      card_scheme: z.string(),
      card_last4: z.string(),
      card_ends_on: z.string().describe('Last good day, YYYY-MM-DD'),
      period_months: z.number().int(),
    }),
  ),
  transactions: z.array(z.never()).describe('Empty until payments exist'),
  redemptions: z.array(z.never()).describe('Empty until codes exist'),
  account_changes: z.array(securityEventReplySchema).describe('Changes of address, phone and password, newest first'),
});

export const sessionsReplySchema = z.object({
  sessions: z.array(
    z.object({
      session_id: id,
      is_current: z.boolean(),
      rememberMe: z.boolean(),
      device: z.string().describe('Browser and system as people call them; empty where unknown'),
      ip_address: z.string().describe('Address seen last'),
      seen_ts: ts('used last'),
      created_ts: ts('logged in'),
    }),
  ),
});

export const consentsReplySchema = z.object({
  consents: z.array(
    z.object({
      kind: z.enum(['terms', 'guardian', 'marketing']),
      is_given: z.boolean(),
      wording: z.string().describe('Version of the words'),
      source: z.string(),
      given_ts: ts('when'),
    }),
  ),
});

export const ownPassword = {
  password: z
    .string()
    .max(1_000)
    .optional()
    .describe('Needed when the log-in is longer than 15 minutes ago; refused with 10011 otherwise'),
};
export const ownerProofBodySchema = z.object(ownPassword).nullish();
export const endSessionBodySchema = z.object({ session_id: id.min(1).max(Number.MAX_SAFE_INTEGER), ...ownPassword });
export const endedReplySchema = z.object({ ended: z.number().int().describe('Sessions that were ended') });
export const deletionReplySchema = z.object({ erase_ts: ts('from then on it cannot be taken back') });
export const personalDataReplySchema = z.object({
  exported_ts: ts('when this was read'),
  user_id: id,
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
