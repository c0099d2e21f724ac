import type { Db } from '#db/database.ts';
import { findChoices } from './choices.store.ts';

/** What the fields of an article may refer to, by name. Columns and programmes that are over are absent. */
export async function listChoices({ db }: { db: Db }) {
  const { columns, categories, programs, recordings } = await findChoices(db);
  return {
    columns,
    categories: categories.map(({ contentType, ...category }) => ({ ...category, content_type: contentType })),
    programs,
    recordings: recordings.map(({ durationMs, ...recording }) => ({ ...recording, duration_ms: durationMs })),
  };
}
