import { DomainError } from '#shared/domain-error.ts';
import { FORM_LIMITS } from '#shared/limits.ts';

/** A parsed form body: texts, and bytes of chosen files. */
export interface FormBody {
  values: Record<string, string>;
  files: ReadonlyMap<string, Uint8Array>;
}

/** Reads a whole body without trusting its stated length. Throws `tooLarge`. */
async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const endsAtMs = performance.now() + FORM_LIMITS.readTimeoutMs;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw new DomainError('tooLarge');
    if (performance.now() > endsAtMs)
      throw new DomainError('invalidParam', 'the request body was not received in time');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Parses a form as sent by browsers: urlencoded, or with `fileBytes` also `multipart/form-data`. The last field of a
 * name wins, because a hidden field before a checkbox holds its unticked value. Throws `tooLarge`,
 * `unsupportedMediaType` or `invalidParam`.
 */
export async function readFormBody(
  body: AsyncIterable<Uint8Array> | null,
  contentType: string | null | undefined,
  { fileBytes = 0 }: { fileBytes?: number } = {},
): Promise<FormBody> {
  const type = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.exec(contentType ?? '')?.[1];
  if (!type || (fileBytes === 0 && type.toLowerCase().startsWith('multipart')))
    throw new DomainError('unsupportedMediaType');
  // Accepts twice the file limit, so that a file that is too large becomes a field fault and the other input is kept.
  const bytes = body ? await readBody(body, FORM_LIMITS.textBytes + 2 * fileBytes) : Buffer.alloc(0);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType ?? '' } }).formData();
  } catch {
    throw new DomainError('invalidParam', 'the request body is not a valid form');
  }
  const fields = [...form];
  if (fields.length > FORM_LIMITS.fields) throw new DomainError('invalidParam', 'the form has too many fields');
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  const files = new Map<string, Uint8Array>();
  for (const [name, value] of fields)
    // Browsers send an empty file field as a file without name and bytes.
    if (typeof value !== 'string' && (value.size > 0 || value.name !== ''))
      files.set(name, new Uint8Array(await value.arrayBuffer()));
  // PostgreSQL text cannot contain NUL: an idempotency key or code with one would fail in a query before its field rule
  // is checked.
  return { values: Object.fromEntries(texts.map((field) => field.map((text) => text.replaceAll('\0', '')))), files };
}
