import { DomainError } from '#shared/domain-error.ts';
import { HIDDEN_FIELDS, MAX_PICTURE_BYTES, type FormFields } from './contact.schema.ts';

/** What a form sent: its texts, and the bytes of a picture if one was chosen. */
export interface FormBody {
  values: FormFields;
  picture: Uint8Array | null;
}

/** So much room that a picture that is too large is told of by its field, with everything typed kept. */
const MAX_BODY_BYTES = 2 * MAX_PICTURE_BYTES + 1024 * 1024;
const MAX_FIELDS = 30;
const READ_TIMEOUT_MS = 25_000;

/** Reads a whole body without trusting its stated length. Throws `tooLarge`. */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const endsAtMs = performance.now() + READ_TIMEOUT_MS;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new DomainError('tooLarge');
    if (performance.now() > endsAtMs) throw new DomainError('invalidParam', 'the body came too slowly');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A form as browsers send it, `multipart/form-data` or urlencoded. Throws `tooLarge`, `unsupportedMediaType` or `invalidParam`. */
export async function readFormBody(
  body: AsyncIterable<Uint8Array> | null,
  contentType: string | null | undefined,
): Promise<FormBody> {
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i.test(contentType ?? ''))
    throw new DomainError('unsupportedMediaType');
  const bytes = body ? await readBody(body) : Buffer.alloc(0);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType ?? '' } }).formData();
  } catch {
    throw new DomainError('invalidParam', 'not a form');
  }
  const values: FormFields = {};
  let picture: Uint8Array | null = null;
  let fields = 0;
  for (const [name, value] of form) {
    if (++fields > MAX_FIELDS) throw new DomainError('invalidParam', 'too many fields');
    if (typeof value === 'string') values[name] = value;
    // A file field nobody touched is sent as a file without a name and without bytes.
    else if (name === HIDDEN_FIELDS.picture && (value.size > 0 || value.name !== ''))
      picture = new Uint8Array(await value.arrayBuffer());
  }
  return { values, picture };
}
