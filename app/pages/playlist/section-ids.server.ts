import { data, redirect } from 'react-router';
import { readPosted } from '#app/forms/posted.server.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import { isPossibleId } from '#shared/ids.ts';

/** A number from a form or URL; undefined if absent, 400 if invalid. */
export function idIn(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (!isPossibleId(id)) throw data(null, { status: 400, statusText: 'Bad Request' });
  return id;
}

/** Posted fields. Throws the error page of what cannot be read. */
async function postedIds(request: Request): Promise<Record<string, string>> {
  try {
    return await readPosted(request);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw data(null, RESPONSE_CODES[error.errorName].status);
  }
}

/** Redirects a post to a URL that can be reloaded. */
export async function seeOther(
  request: Request,
  pathOf: (query: { program_archive_id?: number; program_archive_section_id?: number }) => string,
): Promise<Response> {
  const posted = await postedIds(request);
  const archiveId = idIn(posted['program_archive_id']);
  const sectionId = idIn(posted['program_archive_section_id']);
  const query = {
    ...(archiveId !== undefined && { program_archive_id: archiveId }),
    ...(sectionId !== undefined && { program_archive_section_id: sectionId }),
  };
  return redirect(pathOf(query), 303);
}
