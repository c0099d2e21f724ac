import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { AUTH_FORMS } from './auth.rules.ts';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const loginBodySchema = wireOf(AUTH_FORMS.login, {
  email: 'E-mail address, or a name of the older sites',
  password: 'Password',
  rememberMe: 'true: thirty days, renewed while used; false: until the browser closes',
});
export const forgetPasswordBodySchema = wireOf(AUTH_FORMS.forgetPassword, {
  email: 'E-mail address',
  phone_no: 'Phone',
  acc881: 'Name of the former 881 site',
  acc903: 'Name of the former 903 site',
});
export const updatePasswordBodySchema = wireOf(AUTH_FORMS.updatePassword, {
  old_password: 'Password until now',
  new_password: 'None of < > quotes, tab, space',
  confirmed_password: 'The new one again',
});
export const emptyReplySchema = z.object({}).describe('Nothing');
export const loginReplySchema = z.object({ user_id: z.number().int(), display_name: z.string() });

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
