import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { readBy } from '#domain/forms/wire.schema.ts';
import { newCredentialSchema, signedCredentialSchema } from '#domain/webauthn/webauthn.schema.ts';
import { PASSKEY_FORMS } from './passkeys.rules.ts';

const nameSchema = readBy(PASSKEY_FORMS.rename.name, 'Name of the passkey, chosen by the member');

const id = z.number().int().min(1).max(MAX_ID);
export const addPasskeySchema = z.object({ name: nameSchema, credential: newCredentialSchema });
export const renamePasskeySchema = z.object({ passkey_id: id, name: nameSchema });
export const passkeyLogInSchema = z.object({
  credential: signedCredentialSchema,
  rememberMe: z.boolean().default(false),
});
export const ownerProofSchema = z.object({
  password: z
    .string()
    .max(1_000)
    .optional()
    .describe('Required if the log-in is more than 15 minutes old; otherwise the call is refused with 10011'),
});

export const removePasskeySchema = ownerProofSchema.extend({ passkey_id: id });

export const passkeyReplySchema = z.object({
  passkey_id: z.number().int(),
  name: z.string(),
  is_backed_up: z.boolean().describe('Whether the passkey is synchronised between the devices of its holder'),
  created_ts: z.number().describe('Unix seconds: creation'),
  used_ts: z.number().nullable().describe('Unix seconds: last log-in with the passkey; null if never used'),
});
