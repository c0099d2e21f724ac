import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { filmPageFieldsSchema, filmPriceSchema } from './film-pages.schema.ts';
import { addFilmPage, repriceFilm, saveFilmPage } from './film-pages.ts';

const id = z.number().int().min(1).max(MAX_ID);

/** Staff actions with the pages on which films are rented. */
export const filmPageActions = (): StaffAction[] => [
  staffAction({
    name: 'film-pages.create',
    permission: 'films.edit',
    input: z.object({ fields: filmPageFieldsSchema }),
    needsReason: false,
    assigned: ['subject_id'],
    async run(tx, call, { fields }) {
      return { result: { page_id: await addFilmPage(tx, call, fields) } };
    },
  }),
  staffAction({
    name: 'film-pages.save',
    permission: 'films.edit',
    input: z.object({
      page_id: id,
      base: z
        .string()
        .max(64)
        .describe('Revision that the edit was made from; 409 with the present fields at any other'),
      fields: filmPageFieldsSchema,
    }),
    needsReason: false,
    async run(tx, call, { page_id: pageId, base, fields }) {
      const { before, after, revision } = await saveFilmPage(tx, call, { id: pageId, base, fields });
      const undo = { action: 'film-pages.save', input: { page_id: pageId, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  staffAction({
    name: 'film-pages.price',
    permission: 'films.edit',
    input: z.object({ page_id: id, price_cents: filmPriceSchema }),
    secondPerson: { permission: 'money.approve', isNeeded: () => true },
    async run(tx, call, { page_id: pageId, price_cents: cents }) {
      await repriceFilm(tx, call, { id: pageId, cents });
    },
  }),
];
