import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { fileTextSchema } from '#domain/archive/words/webvtt.schema.ts';
import type { Tx } from '#db/database.ts';
import { MAX_ID } from '#shared/ids.ts';
import { removeFilm, retryFilm, setCaptions, setChapters } from './film-making.ts';
import type { FilmMakingServices } from './film-tools.types.ts';
import { MAX_LABEL_CHARS } from './film-words.rules.ts';

export interface FilmMakingActionServices {
  files: FilmMakingServices['files'];
  /** Describes the page that shows a stream; null if none does. */
  shownBy: (tx: Tx, streamId: number) => Promise<string | null>;
}

const filmInput = z.object({ film_id: z.number().int().min(1).max(MAX_ID) });

/** What staff do to films by hand. Adding one copies a file and probes it, which a transaction cannot wait for. */
export const filmMakingActions = ({ files, shownBy }: FilmMakingActionServices): StaffAction[] => [
  staffAction({
    name: 'films.retry',
    permission: 'films.edit',
    input: filmInput,
    needsReason: false,
    run: (tx, { hand, now }, { film_id: filmId }) => retryFilm(tx, { now }, hand, filmId),
  }),
  staffAction({
    name: 'films.remove',
    permission: 'films.edit',
    input: filmInput,
    needsProof: true,
    // Its bytes are deleted within the hour, so no undo brings it back.
    secondPerson: { permission: 'take-downs.approve', isNeeded: () => true },
    run: (tx, { hand, now }, { film_id: filmId }) => removeFilm(tx, { shownBy, now }, hand, filmId),
  }),
  staffAction({
    name: 'films.captions',
    permission: 'films.edit',
    input: filmInput.extend({
      lang: z.string().min(2).max(35).describe('BCP 47, such as zh-HK'),
      label: z.string().max(MAX_LABEL_CHARS).nullable().default(null).describe('Null: the name of the language'),
      text: fileTextSchema,
    }),
    needsReason: false,
    async run(tx, { hand, now, isPreview }, { film_id: jobId, ...captions }) {
      return { result: { cues: await setCaptions(tx, { files, now, isPreview }, hand, { jobId, ...captions }) } };
    },
  }),
  staffAction({
    name: 'films.chapters',
    permission: 'films.edit',
    input: filmInput.extend({ text: fileTextSchema }),
    needsReason: false,
    async run(tx, { hand, now }, { film_id: jobId, text }) {
      return { result: { chapters: await setChapters(tx, { now }, hand, { jobId, text }) } };
    },
  }),
];
