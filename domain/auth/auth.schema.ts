import { z } from 'zod';
import { wireOf } from '#domain/forms/wire.schema.ts';
import { AUTH_FORMS } from './auth-forms.rules.ts';

const ts = (about: string) => z.number().describe(`Unix seconds: ${about}`);
const id = z.number().int();

export const loginBodySchema = wireOf(AUTH_FORMS.login, {
  email: 'E-mail address, or a user name of the former sites',
  password: 'Password',
  rememberMe: 'Whether the session lasts thirty days, renewed while used; otherwise until the browser is closed',
});
export const forgetPasswordBodySchema = wireOf(AUTH_FORMS.forgetPassword, {
  email: 'E-mail address',
  phone_no: 'Phone number',
  acc881: 'User name of the former 881 site',
  acc903: 'User name of the former 903 site',
});
export const updatePasswordBodySchema = wireOf(AUTH_FORMS.updatePassword, {
  old_password: 'Current password',
  new_password: 'New password; must not contain <, >, quotes, tabs or spaces',
  confirmed_password: 'Confirmation of the new password',
});
export const emptyReplySchema = z.object({}).describe('Empty object');
export const loginReplySchema = z.object({ user_id: z.number().int(), display_name: z.string() });

export const sessionsReplySchema = z.object({
  sessions: z.array(
    z.object({
      session_id: id,
      is_current: z.boolean(),
      rememberMe: z.boolean(),
      device: z.string().describe('Readable name of the browser and operating system; empty if unknown'),
      ip_address: z.string().describe('IP address last seen'),
      seen_ts: ts('last use'),
      created_ts: ts('log-in'),
    }),
  ),
});

export const ownPassword = {
  password: z
    .string()
    .max(1_000)
    .optional()
    .describe('Required if the log-in is more than 15 minutes old; otherwise the call is refused with 10011'),
};

export const ownerProofBodySchema = z.object(ownPassword).nullish();

export const endSessionBodySchema = z.object({ session_id: id.min(1).max(Number.MAX_SAFE_INTEGER), ...ownPassword });

export const endedReplySchema = z.object({ ended: z.number().int().describe('Number of sessions ended') });
