import { z } from 'zod';

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

export const newCredentialSchema = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(4_000),
      attestationObject: base64url(16_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .describe('Result of `navigator.credentials.create()`, serialised by `toJSON()`');
export type NewCredential = z.output<typeof newCredentialSchema>;

export const signedCredentialSchema = z
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
export type SignedCredential = z.output<typeof signedCredentialSchema>;

/** Passed unchanged to `navigator.credentials`: `PublicKeyCredential.parse…OptionsFromJSON`. */
export const credentialOptionsSchema = z.looseObject({ challenge: z.string() });
