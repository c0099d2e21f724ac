import { normalizeInputs, normalizeInput } from '#domain/forms/normalize-input.rules.ts';

const writtenIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** What a form holds as it is meant, while somebody is still writing in it. */
export const givenIn = (form: HTMLFormElement): Record<string, string> => normalizeInputs(writtenIn(form));

/** What a form holds, once its fields were put as they are meant, where the writer sees it too. */
export function readNormalized(form: HTMLFormElement): Record<string, string> {
  const typed = writtenIn(form);
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.name in typed && field.type !== 'hidden') {
      const meant = normalizeInput(field.name, field.value, typed);
      if (meant !== field.value) field.value = meant;
    }
  return normalizeInputs(writtenIn(form));
}
