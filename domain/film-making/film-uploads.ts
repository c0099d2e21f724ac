import type { Hand } from '#domain/audit/audit.ts';
import { findUpload, refuseUpload, type UploadServices } from '#domain/uploads/uploads.ts';
import { DomainError } from '#shared/domain-error.ts';
import { addFilm } from './film-making.ts';
import type { FilmMakingServices } from './film-tools.types.ts';

/** Faults of the file, not the machine. */
const REFUSALS: ReadonlySet<string> = new Set(['unsupportedMediaType', 'conflict']);

/** Where the uploads of films are. */
export const filmUploadsOf = ({ db, work }: Pick<FilmMakingServices, 'db' | 'work'>): UploadServices => ({
  db,
  files: work.uploads,
  freeBytes: () => work.freeBytes(),
});

/**
 * Adds the film of a complete upload, or refuses the file with the reason. Idempotent: a killed worker's upload is taken
 * again. Throws if the machine is at fault, such as a full disk, so that it is tried again.
 */
export async function takeUpload(
  services: FilmMakingServices,
  { uploadId, now }: { uploadId: string; now: Date },
): Promise<void> {
  const { db, work } = services;
  const upload = await findUpload(db, uploadId);
  if (upload?.state === 'received') {
    const { accountId, who, fileName, name } = upload;
    const hand: Hand = { who, why: 'films.add', accountId };
    try {
      const added = { file: await work.uploads.open(uploadId, upload.bytes), fileName, name: name || null, uploadId };
      await addFilm(services, hand, added, { now });
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSALS.has(error.errorName)) throw error;
      await refuseUpload(db, uploadId, { reason: error.sentence ?? error.message, now });
    }
  }
  if (upload) await work.uploads.remove(uploadId);
}
