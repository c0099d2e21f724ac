import type { Given } from '#domain/forms/fields.rules.ts';
import { HUMAN_FIELDS } from '#domain/forms/human.rules.ts';
import { normalizeInput, normalizeInputs } from '#domain/forms/normalize-input.rules.ts';

/** Texts of a form. The ticket stands in for the bot check where no scripts run: here they do. */
const writtenIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== HUMAN_FIELDS.ticket,
    ),
  );

/** Files that were chosen: a field nobody touched holds one without a name and without bytes. */
const filesIn = (form: HTMLFormElement): Record<string, File> =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, File] => typeof entry[1] !== 'string' && (entry[1].size > 0 || entry[1].name !== ''),
    ),
  );

/** What a form holds as it is meant, while somebody is still writing in it. */
export const givenIn = (form: HTMLFormElement): Given => ({ ...filesIn(form), ...normalizeInputs(writtenIn(form)) });

/** What a form holds, once its fields were put as they are meant, where the writer sees it too. */
export function readNormalized(form: HTMLFormElement): Given {
  const typed = writtenIn(form);
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.name in typed && field.type !== 'hidden') {
      const meant = normalizeInput(field.name, field.value, typed);
      if (meant !== field.value) field.value = meant;
    }
  return givenIn(form);
}
