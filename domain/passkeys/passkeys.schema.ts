import { z } from 'zod';
import { MAX_ID } from '#shared/ids.ts';
import { readBy } from '#domain/forms/wire.schema.ts';
import { PASSKEY_FORMS } from './passkeys.rules.ts';

/** Output of a browser's authenticator (WebAuthn level 3, JSON forms), with length limits. */
const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'base64url')
    .max(max);

const common = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
};

export const newPasskeySchema = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(16_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .describe('Result of `navigator.credentials.create()`, serialised by `toJSON()`');
export type NewPasskey = z.output<typeof newPasskeySchema>;

const signedPasskeySchema = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(2_000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .describe('Result of `navigator.credentials.get()`, serialised by `toJSON()`');
export type SignedPasskey = z.output<typeof signedPasskeySchema>;

const nameSchema = readBy(PASSKEY_FORMS.rename.name, 'Name of the passkey, chosen by the member');

const id = z.number().int().min(1).max(MAX_ID);
export const addPasskeySchema = z.object({ name: nameSchema, credential: newPasskeySchema });
export const renamePasskeySchema = z.object({ passkey_id: id, name: nameSchema });
export const passkeyLogInSchema = z.object({ credential: signedPasskeySchema, rememberMe: z.boolean().default(false) });
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

/** Passed unchanged to `navigator.credentials`: `PublicKeyCredential.parse…OptionsFromJSON`. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
