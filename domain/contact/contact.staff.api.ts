import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { maskedEmail } from '#domain/forms/email.rules.ts';
import { maskedPhone } from '#domain/phones/phone-number.rules.ts';
import { UNSENT_STATES } from '#domain/mail/mail.rules.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { FileStorage } from '#shared/outside/file-storage.ts';
import { demandPermission, staffOf, staffOnly } from '#shared/staff/staff-actor.ts';
import { CONTACT_TOPICS, isForAir, LETTER_STATES, OUTCOMES } from './contact.rules.ts';
import { letterContact, letterPicture, listLetters, openLetter } from './letters.ts';

const EXCERPT_CHARS = 80;
const seconds = z.number().describe('Unix seconds');
const forms = z.enum(['contact', 'lostproperty']);
const letterParams = z.object({ id: z.coerce.number().int().min(1).max(MAX_ID) });
const listed = z.object({
  letter_id: z.number().int(),
  form: forms,
  topic: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable().describe('Masked'),
  phone: z.string().nullable().describe('Masked'),
  excerpt: z.string(),
  has_picture: z.boolean(),
  created_ts: seconds,
  version: z.number().int(),
  owner_id: z.number().int().nullable(),
  owner: z.string().nullable(),
  closed_ts: seconds.nullable(),
  closed_by: z.string().nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  note: z.string().nullable(),
});
const refused = refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound');

type Found = Awaited<ReturnType<typeof listLetters>>['items'][number];
function presentLetter({ letter, owner, closer }: Found): z.infer<typeof listed> {
  const { fields } = letter;
  const words = fields['message'] ?? `${fields['item'] ?? ''}　${fields['place'] ?? ''}`;
  return {
    letter_id: letter.id,
    form: letter.form,
    topic: fields['topic'] ?? null,
    name: fields['name'] ?? '',
    email: fields['email'] ? maskedEmail(fields['email']) : null,
    phone: fields['phone'] ? maskedPhone(fields['phone']) : null,
    excerpt: Array.from(words).slice(0, EXCERPT_CHARS).join(''),
    has_picture: letter.pictureSha256 !== null,
    created_ts: unixSeconds(letter.createdAt),
    version: letter.version,
    owner_id: letter.ownerId,
    owner,
    closed_ts: letter.closedAt && unixSeconds(letter.closedAt),
    closed_by: closer,
    outcome: letter.outcome,
    note: letter.closedNote,
  };
}

/** Fields of a form that are neither contact data nor shown beside it. */
const BODY_FIELDS = ['item', 'place', 'time', 'description', 'message'] as const;

/** Letters of listeners, for staff who answer. Address and number are masked except in one call, which needs a reason. */
export async function contactStaffApi(
  app: FastifyInstance,
  { db, clock, files }: { db: Db; clock: () => Date; files: FileStorage },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>();
  const common = { tags: ['contact'] };
  const guard = staffOnly('letters.answer');
  // Letters belong to no channel, programme or campaign: a role limited to one does not open them.
  app.addHook('preHandler', async (request) => demandPermission(await staffOf(request), 'letters.answer'));
  api.get(
    '/api/staff/letters',
    {
      schema: {
        ...common,
        summary: 'Letters of listeners, newest first',
        querystring: z.object({
          state: z.enum(LETTER_STATES).optional(),
          form: forms.optional(),
          topic: z.enum(CONTACT_TOPICS).optional(),
          before: z.coerce.number().int().min(1).max(MAX_ID).optional(),
        }),
        response: {
          200: wrapped(
            z.object({
              items: z.array(listed),
              open: z.number().int().describe('Open letters, whatever the filter'),
              next_before: z.number().int().nullable(),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async (request) => {
      const { accountId } = await staffOf(request);
      const { items, open, nextBefore } = await listLetters(db, { ...request.query, accountId });
      return ok({ items: items.map(presentLetter), open, next_before: nextBefore });
    },
  );
  api.get(
    '/api/staff/letters/:id',
    {
      schema: {
        ...common,
        summary: 'A letter with its answers and what was done with it',
        params: letterParams,
        response: {
          200: wrapped(
            listed.extend({
              fields: z.array(z.object({ name: z.enum(BODY_FIELDS), text: z.string() })),
              answers: z.array(
                z.object({
                  answer_id: z.number().int(),
                  by: z.string(),
                  text: z.string(),
                  created_ts: seconds,
                  mailed_ts: seconds.nullable(),
                  unsent: z.enum(UNSENT_STATES).nullable().describe('Null: its mail was sent'),
                }),
              ),
              may_own: z.array(z.object({ account_id: z.number().int(), name: z.string() })),
              studio: z
                .object({ channel: z.number().int(), read_out_ts: seconds.nullable() })
                .nullable()
                .describe('Channel to whose studio screens it was let through'),
              is_for_air: z.boolean().describe('Whether it may be let through'),
              history: z.array(z.object({ at_ts: seconds, by: z.string(), action: z.string() })),
            }),
          ),
          ...refused,
        },
      },
      ...guard,
    },
    async (request) => {
      const found = await openLetter(db, request.params.id);
      const { answers, holders, history, letter } = found;
      return ok({
        ...presentLetter(found),
        fields: BODY_FIELDS.flatMap((name) => {
          const text = letter.fields[name];
          return text ? [{ name, text }] : [];
        }),
        answers: answers.map(({ answer: { id, text, createdAt, mailedAt }, by, unsent }) => ({
          answer_id: id,
          by,
          text,
          created_ts: unixSeconds(createdAt),
          mailed_ts: mailedAt && unixSeconds(mailedAt),
          unsent,
        })),
        may_own: holders.map(({ id, name }) => ({ account_id: id, name })),
        studio:
          letter.studioChannelId === null
            ? null
            : { channel: letter.studioChannelId, read_out_ts: letter.readOutAt && unixSeconds(letter.readOutAt) },
        is_for_air: isForAir(letter.form, letter.fields['topic']),
        history: history.map(({ at, who, action }) => ({ at_ts: unixSeconds(at), by: who, action })),
      });
    },
  );
  api.get(
    '/api/staff/letters/:id/contact',
    {
      schema: {
        ...common,
        summary: 'The whole address and number, for five minutes after the action letters.see-contact',
        params: letterParams,
        response: {
          200: wrapped(z.object({ email: z.string().nullable(), phone: z.string().nullable() })),
          ...refused,
        },
      },
      ...guard,
    },
    async (request, reply) => {
      const { accountId } = await staffOf(request);
      void reply.header('cache-control', 'private, no-store');
      return ok(await letterContact(db, accountId, request.params.id, clock()));
    },
  );
  api.get(
    '/api/staff/letters/:id/picture',
    {
      schema: { ...common, summary: 'The picture of a letter, a JPEG', params: letterParams, response: refused },
      ...guard,
    },
    async (request, reply) => {
      const picture = await letterPicture({ db, files }, request.params.id);
      const answer: FastifyReply = reply.type('image/jpeg').header('cache-control', 'private, no-store');
      return answer.send(picture);
    },
  );
}
