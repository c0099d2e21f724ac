import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { findInit, type InitRow } from '#domain/media/media.ts';
import { DomainError } from '#shared/domain-error.ts';
import { MAX_ID } from '#shared/ids.ts';

/**
 * Inits by id, read once because they are immutable. `spooled` knows some without the database. Throws `fileNotFound`.
 */
export function createInits(
  db: Db,
  spooled: (id: number) => InitRow | undefined = () => undefined,
): (id: number) => Promise<InitRow> {
  const known = new LRUCache<number, InitRow>({ max: 1_000 });
  return async (id) => {
    let init = known.get(id) ?? spooled(id);
    if (init === undefined) {
      init = id > MAX_ID ? undefined : await findInit(db, id);
      if (init === undefined) throw new DomainError('fileNotFound');
      known.set(id, init);
    }
    return init;
  };
}

/** The digits before an extension. Throws if invalid. */
export function numberIn(file: string, ending: string): number {
  const digits = file.endsWith(ending) ? file.slice(0, -ending.length) : '';
  if (!/^\d{1,15}$/.test(digits)) throw new DomainError('fileNotFound');
  return Number(digits);
}

export const typeOfInit = ({ codecs }: InitRow): string => (codecs.includes('avc') ? 'video/mp4' : 'audio/mp4');
