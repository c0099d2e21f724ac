import { data, redirect } from 'react-router';
import { formData } from '#app/forms/form-data.server.ts';
import { isPossibleId } from '#shared/ids.ts';

/** A number from a form or URL; undefined if absent, 400 if invalid. */
export function idIn(value: FormDataEntryValue | null): number | undefined {
  if (value === null || value === '') return undefined;
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (!isPossibleId(id)) throw data(null, { status: 400, statusText: 'Bad Request' });
  return id;
}

/** Redirects a post to a URL that can be reloaded. */
export async function seeOther(
  request: Request,
  pathOf: (query: { program_archive_id?: number; program_archive_section_id?: number }) => string,
): Promise<Response> {
  const form = await formData(request);
  const archiveId = idIn(form.get('program_archive_id'));
  const sectionId = idIn(form.get('program_archive_section_id'));
  const query = {
    ...(archiveId !== undefined && { program_archive_id: archiveId }),
    ...(sectionId !== undefined && { program_archive_section_id: sectionId }),
  };
  return redirect(pathOf(query), 303);
}
