import type { UploadKind } from '#domain/uploads/uploads.rules.ts';

/** Uploads of files that are made into films. */
export const FILM_UPLOADS: UploadKind = {
  purpose: 'film',
  path: '/api/staff/film-uploads',
  permission: 'films.edit',
  /** Per file: four hours of the largest formats that editors deliver. */
  maxBytes: 200e9,
  takenBy: 'take-film-upload',
};
