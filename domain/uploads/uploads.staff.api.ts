import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { UPLOAD_STATES } from '#db/tables/uploads.ts';
import { DomainError } from '#shared/domain-error.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { MAX_UPLOAD_NAME_CHARS, type UploadKind } from './uploads.rules.ts';
import { beginUpload, endUpload, getUpload, listUploads, receiveBytes, type UploadServices } from './uploads.ts';

const VERSION = '1.0.0';
const PIECE = 'application/offset+octet-stream';
const MAX_FILE_NAME_CHARS = 255;
const MAX_METADATA_CHARS = 2_000;

const text = (maxChars: number) =>
  z
    .string()
    .trim()
    .max(maxChars)
    .regex(/^\P{Cc}*$/u);
const metadataSchema = z.object({
  filename: text(MAX_FILE_NAME_CHARS).min(1),
  name: text(MAX_UPLOAD_NAME_CHARS).default(''),
  modified_ms: z.coerce.number().int().min(0).max(8.64e15),
});
const count = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const uploadSchema = z.object({
  upload_id: z.string(),
  file_name: z.string(),
  modified_ms: z.number(),
  name: z.string(),
  bytes: z.number(),
  received_bytes: z.number(),
  state: z.enum(UPLOAD_STATES),
  reason: z.string().nullable().describe('Why the file was refused'),
  film_id: z.number().int().nullable(),
  created_ts: z.number(),
});

/** `key base64,key base64` of tus. Throws `invalidParam`. */
function readMetadata(header: unknown): z.output<typeof metadataSchema> {
  if (typeof header !== 'string' || header.length > MAX_METADATA_CHARS)
    throw new DomainError('invalidParam', 'Upload-Metadata with filename and modified_ms is required');
  const pairs = header.split(',').map((pair): [string, string] => {
    const [key = '', value = ''] = pair.trim().split(' ');
    return [key, Buffer.from(value, 'base64').toString()];
  });
  const read = metadataSchema.safeParse(Object.fromEntries(pairs));
  if (!read.success) throw new DomainError('invalidParam', z.prettifyError(read.error));
  return read.data;
}

function readCount(request: FastifyRequest, name: string): number {
  const read = count.safeParse(request.headers[name]);
  if (!read.success) throw new DomainError('invalidParam', `${name} must be a number of bytes`);
  return read.data;
}

/**
 * Uploads of one kind by tus 1.0.0 (core, creation, termination; https://tus.io/protocols/resumable-upload). There is no way to
 * read the bytes back.
 */
export async function uploadsStaffApi(
  app: FastifyInstance,
  { kind, services, clock }: { kind: UploadKind; services: UploadServices; clock: () => Date },
): Promise<void> {
  const { path, permission, maxBytes } = kind;
  const tags = ['uploads'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound', 'conflict');
  const guard = staffOnly(permission);
  const empty = z.void();
  const schema = {
    tags,
    params: z.object({ id: z.string().max(36) }),
    response: { 200: empty, 204: empty, ...refused },
  };
  /** Requests that write, by upload: a new one ends the one before, whose connection may have been cut unnoticed. */
  const writing = new Map<string, { cancel: () => void; ended: Promise<number> }>();

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('tus-resumable', VERSION).header('cache-control', 'no-store');
    if (request.method === 'GET' || request.headers['tus-resumable'] === VERSION) return;
    await reply.code(412).header('tus-version', VERSION).send();
  });
  app.addContentTypeParser(PIECE, (_request, body, done) => done(null, body));
  const api = app.withTypeProvider<ZodTypeProvider>();

  api.get(
    path,
    {
      schema: {
        tags,
        summary: 'Own uploads, newest first: to go on with, and what became of them',
        response: { 200: wrapped(z.object({ items: z.array(uploadSchema) })), ...refused },
      },
      ...guard,
    },
    async (request) => {
      const uploads = await listUploads({ db: services.db, now: clock() }, kind, await staffOf(request));
      return ok({
        items: uploads.map((upload) => ({
          upload_id: upload.id,
          file_name: upload.fileName,
          modified_ms: upload.fileModifiedAt.getTime(),
          name: upload.name,
          bytes: upload.bytes,
          received_bytes: upload.receivedBytes,
          state: upload.state,
          reason: upload.reason,
          film_id: upload.filmId,
          created_ts: unixSeconds(upload.createdAt),
        })),
      });
    },
  );
  api.post(
    path,
    {
      schema: {
        tags,
        summary: 'Begins an upload (tus)',
        response: { 201: empty, ...refused, ...refusals('tooLarge', 'diskFull') },
      },
      ...guard,
    },
    async (request, reply) => {
      const { filename: fileName, name, modified_ms: modifiedMs } = readMetadata(request.headers['upload-metadata']);
      const bytes = readCount(request, 'upload-length');
      if (bytes === 0) throw new DomainError('invalidParam', 'the file is empty');
      const file = { bytes, fileName, fileModifiedAt: new Date(modifiedMs), name };
      const id = await beginUpload(services, kind, await staffOf(request), file, clock());
      return reply.code(201).header('location', `${path}/${id}`).send(undefined);
    },
  );
  api.head(
    `${path}/:id`,
    { schema: { ...schema, summary: 'The offset of an upload (tus)' }, ...guard },
    async (request, reply) => {
      const { bytes, receivedBytes } = await getUpload(services.db, kind, await staffOf(request), request.params.id);
      return reply.header('upload-offset', receivedBytes).header('upload-length', bytes).send(undefined);
    },
  );
  api.patch(
    `${path}/:id`,
    {
      schema: { ...schema, summary: 'Sends bytes (tus)' },
      bodyLimit: maxBytes,
      // Before the body is read.
      onRequest: guard.preValidation,
    },
    async (request, reply) => {
      const { id } = request.params;
      const sent = request.body;
      if (!(sent instanceof Readable)) throw new DomainError('unsupportedMediaType', `send ${PIECE}`);
      const offset = readCount(request, 'upload-offset');
      const owner = await staffOf(request);
      const { bytes } = await getUpload(services.db, kind, owner, id);
      if (offset + readCount(request, 'content-length') > bytes)
        throw new DomainError('tooLarge', `the upload was said to have ${bytes} bytes`);
      const stop = new AbortController();
      const before = writing.get(id);
      const run = async (): Promise<number> => {
        before?.cancel();
        await before?.ended.catch(() => {});
        const { signal } = stop;
        return receiveBytes(services, kind, owner, { id, offset, bytes: sent, signal }, clock());
      };
      const own = { cancel: () => stop.abort(), ended: run() };
      writing.set(id, own);
      try {
        return await reply
          .code(204)
          .header('upload-offset', await own.ended)
          .send(undefined);
      } finally {
        if (writing.get(id) === own) writing.delete(id);
      }
    },
  );
  api.delete(
    `${path}/:id`,
    { schema: { ...schema, summary: 'Ends an upload (tus)' }, ...guard },
    async (request, reply) => {
      const { id } = request.params;
      await endUpload(services, kind, await staffOf(request), id);
      return reply.code(204).send(undefined);
    },
  );
}
