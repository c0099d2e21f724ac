import type { Given } from '#domain/forms/fields.rules.ts';
import { BOT_CHECK_FIELDS } from '#domain/forms/bot-check.rules.ts';
import { normalizeInput, normalizeInputs } from '#domain/forms/normalize-input.rules.ts';

/** Text fields of a form. The ticket replaces the bot check without scripts, so it is omitted here. */
const writtenIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== BOT_CHECK_FIELDS.ticket,
    ),
  );

/** Chosen files: an untouched field contains one without name and bytes. */
const filesIn = (form: HTMLFormElement): Record<string, File> =>
  Object.fromEntries(
    [...new FormData(form)].filter(
      (entry): entry is [string, File] => typeof entry[1] !== 'string' && (entry[1].size > 0 || entry[1].name !== ''),
    ),
  );

/** Normalised form values, while the form is being edited. */
export const givenIn = (form: HTMLFormElement): Given => ({ ...filesIn(form), ...normalizeInputs(writtenIn(form)) });

/** Normalised form values, also written back to the fields so that the user sees them. */
export function readNormalized(form: HTMLFormElement): Given {
  const typed = writtenIn(form);
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.name in typed && field.type !== 'hidden') {
      const meant = normalizeInput(field.name, field.value, typed);
      if (meant !== field.value) field.value = meant;
    }
  return givenIn(form);
}
