import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { MAX_UPLOAD_BYTES } from './pictures.rules.ts';
import { getPicture, listPictures, uploadPicture, type PictureServices } from './pictures.ts';

const LISTED = 48;
const id = z.coerce.number().int().min(1).max(MAX_ID);
const part = z.number();
const crop = z.object({ x: part, y: part, width: part, height: part }).optional();
const stored = {
  picture_id: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  is_over: z.boolean().describe('Whether the rights have ended'),
};
const listedSchema = z.object({
  ...stored,
  alt: z.string(),
  source: z.string(),
  rights_until: z.string().nullable(),
  uses: z.number().int(),
});
const pictureSchema = z.object({
  ...stored,
  fields: z.object({
    alt: z.string(),
    source: z.string(),
    licence: z.string(),
    rightsUntil: z.string().nullable(),
    focalX: part,
    focalY: part,
    crops: z.object({ '16x9': crop, '1x1': crop }),
  }),
  revision: z.string(),
  changed_by: z.string().nullable(),
  created_ts: z.number(),
  uses: z.array(z.object({ table: z.string(), key: z.string(), title: z.string() })),
});

/** The picture library: uploads, lists, and what uses a picture. */
export async function picturesStaffApi(
  app: FastifyInstance,
  { services, clock }: { services: PictureServices; clock: () => Date },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['pictures'];
  const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');
  const guard = staffOnly('pictures.edit');
  const context = () => ({ db: services.db, now: clock() });

  api.get(
    '/api/staff/pictures',
    {
      schema: {
        tags,
        summary: 'Pictures, newest first, forty-eight at once',
        querystring: z.object({
          text: z.string().trim().max(100).optional().describe('Part of alternative text, source or licence, or an id'),
          lack: z
            .enum(['rights', 'alt', 'uses'])
            .optional()
            .describe('Those whose rights end within thirty days or have ended, without alternative text, or unused'),
          before: id.optional().describe('`next_before` of the page before'),
        }),
        response: {
          200: wrapped(z.object({ items: z.array(listedSchema), next_before: z.number().int().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async ({ query: { text, lack, before = null } }) => {
      const filter = { text: text?.replaceAll('\0', '') || undefined, lack };
      const { items, next } = await listPictures(context(), filter, { before, limit: LISTED });
      return ok({
        items: items.map(({ id: pictureId, width, height, isOver, fields, uses }) => ({
          picture_id: pictureId,
          width,
          height,
          is_over: isOver,
          alt: fields.alt,
          source: fields.source,
          rights_until: fields.rightsUntil,
          uses,
        })),
        next_before: next,
      });
    },
  );
  api.get(
    '/api/staff/pictures/:id',
    {
      schema: {
        tags,
        summary: 'A picture with its revision and uses',
        params: z.object({ id }),
        response: { 200: wrapped(pictureSchema), ...refused },
      },
      ...guard,
    },
    async ({ params }) => {
      const { id: pictureId, width, height, isOver, fields, ...rest } = await getPicture(context(), params.id);
      return ok({
        picture_id: pictureId,
        width,
        height,
        is_over: isOver,
        fields,
        revision: rest.revision,
        changed_by: rest.changedBy,
        created_ts: unixSeconds(rest.createdAt),
        uses: rest.uses.map(({ tableName, rowKey, title }) => ({ table: tableName, key: rowKey, title })),
      });
    },
  );
  await app.register(async (uploads) => {
    // The type is read from the bytes, so whatever is declared is taken as bytes.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    uploads.withTypeProvider<ZodTypeProvider>().post(
      '/api/staff/pictures',
      {
        schema: {
          tags,
          summary:
            'Adds a picture: a JPEG, PNG or WebP of one frame, as the body; the same bytes twice are one picture',
          response: {
            200: wrapped(z.object({ picture_id: z.number().int(), is_new: z.boolean() })),
            ...refused,
            ...refusals('tooLarge', 'unavailable'),
          },
        },
        // Before the body is read.
        onRequest: guard.preValidation,
        bodyLimit: MAX_UPLOAD_BYTES,
      },
      async (request) => {
        const { name, accountId } = await staffOf(request);
        const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        const call = { hand: { who: name, why: 'pictures.upload', accountId }, now: clock() };
        const { id: pictureId, isNew } = await uploadPicture(services, call, bytes);
        return ok({ picture_id: pictureId, is_new: isNew });
      },
    );
  });
}
