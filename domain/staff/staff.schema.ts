import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import {
  credentialOptionsSchema,
  newCredentialSchema,
  signedCredentialSchema,
} from '#domain/webauthn/webauthn.schema.ts';

const id = z.number().int().min(1).max(MAX_ID);
const secret = z.string().regex(/^[\w-]{43}$/, 'the secret of an invitation link');
const code = z.string().trim().min(6).max(40).describe('Six digits of the authenticator app, or a recovery code');

export const codeLogInSchema = z.object({ email: z.string().trim().max(254), code });
export const passkeyLogInSchema = z.object({ credential: signedCredentialSchema });
export const proofSchema = z.union([z.object({ credential: signedCredentialSchema }), z.object({ code })]);
export const invitationSchema = z.object({ secret });
export const invitedPasskeySchema = z.object({
  secret,
  name: z.string().trim().min(1).max(60).describe('Name of the passkey, chosen by its holder'),
  credential: newCredentialSchema,
});
export const invitedTotpSchema = z.object({ secret, code: z.string().regex(/^\d{6}$/) });
export const endSessionSchema = z.object({ session_id: id });
export { credentialOptionsSchema };

const scopeSchema = z.object({ kind: z.enum(['channel', 'program', 'campaign']), id: z.string().max(80) });
export const heldRoleSchema = z.object({ role: z.string(), scope: scopeSchema.nullable() });

export const demoReplySchema = z.object({
  items: z.array(z.object({ name: z.string(), email: z.string(), role: z.string(), code: z.string() })),
});

export const sessionReplySchema = z.object({
  account_id: z.number().int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(heldRoleSchema),
  permissions: z
    .array(z.string())
    .describe('Held anywhere, also within a scope: what the desk shows. Each call checks for itself'),
  proved_ts: z.number().describe('Unix seconds: last proof by an authenticator'),
});

export const invitedReplySchema = z.object({
  name: z.string(),
  email: z.string(),
  passkeys: z.array(z.object({ name: z.string() })),
  has_totp: z.boolean(),
});
export const totpReplySchema = z.object({ uri: z.string().describe('otpauth URI, for a QR code') });
export const activatedReplySchema = z.object({ recovery_codes: z.array(z.string()).describe('Shown once') });

export const sessionsReplySchema = z.object({
  items: z.array(
    z.object({
      session_id: z.number().int(),
      is_current: z.boolean(),
      user_agent: z.string(),
      remote_ip: z.string(),
      created_ts: z.number(),
      seen_ts: z.number(),
      expires_ts: z.number(),
    }),
  ),
});
