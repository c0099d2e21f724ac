import { DomainError } from '#shared/domain-error.ts';
import { FORM_LIMITS } from '#shared/limits.ts';

/** What a form sent: its texts, and the bytes of files that were chosen. */
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
    if (performance.now() > endsAtMs) throw new DomainError('invalidParam', 'the body came too slowly');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * A form as browsers send it, urlencoded, or with `fileBytes` as `multipart/form-data` too. The last field of a name counts,
 * as a hidden one before a box stands for an empty one. Throws `tooLarge`, `unsupportedMediaType` or `invalidParam`.
 */
export async function readFormBody(
  body: AsyncIterable<Uint8Array> | null,
  contentType: string | null | undefined,
  { fileBytes = 0 }: { fileBytes?: number } = {},
): Promise<FormBody> {
  const type = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i.exec(contentType ?? '')?.[1];
  if (!type || (fileBytes === 0 && type.toLowerCase().startsWith('multipart')))
    throw new DomainError('unsupportedMediaType');
  // Twice as much, so that a file that is too large is told of by its field, with everything typed kept.
  const bytes = body ? await readBody(body, FORM_LIMITS.textBytes + 2 * fileBytes) : Buffer.alloc(0);
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType ?? '' } }).formData();
  } catch {
    throw new DomainError('invalidParam', 'not a form');
  }
  const fields = [...form];
  if (fields.length > FORM_LIMITS.fields) throw new DomainError('invalidParam', 'too many fields');
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === 'string');
  const files = new Map<string, Uint8Array>();
  for (const [name, value] of fields)
    // A file field nobody touched is sent as a file without a name and without bytes.
    if (typeof value !== 'string' && (value.size > 0 || value.name !== ''))
      files.set(name, new Uint8Array(await value.arrayBuffer()));
  // PostgreSQL holds it nowhere: a key or a code that has one would fall in a query before any rule of a field looks at it.
  return { values: Object.fromEntries(texts.map((field) => field.map((text) => text.replaceAll('\0', '')))), files };
}
