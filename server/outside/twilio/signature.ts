import { createHmac, timingSafeEqual } from 'node:crypto';

/** Form names and values, decoded and unmodified: values must not be trimmed. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** The `X-Twilio-Signature` of a request: over the full public URL with its query, then every field sorted by name. */
export function twilioSignature(authToken: string, url: string, fields: FormFields = []): string {
  const text = fields
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .reduce((signed, [name, value]) => signed + name + value, url);
  return createHmac('sha1', authToken).update(text).digest('base64');
}

/** Verifies a signature, in constant time. */
export function isSignedByTwilio(
  authToken: string,
  { url, fields, signature }: { url: string; fields: FormFields; signature: string | undefined },
): boolean {
  const given = Buffer.from(signature ?? '');
  const right = Buffer.from(twilioSignature(authToken, url, fields));
  return given.length === right.length && timingSafeEqual(given, right);
}
