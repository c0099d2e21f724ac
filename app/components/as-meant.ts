import { asMeant } from '#domain/members/typed.rules.ts';

/** What a form holds, once its fields were put as they are meant, where the writer sees it too. */
export function readMeant(form: HTMLFormElement): Record<string, string> {
  const given = () =>
    Object.fromEntries(
      [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  const typed = given();
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.name in typed && field.type !== 'hidden') {
      const meant = asMeant(field.name, field.value, typed);
      if (meant !== field.value) field.value = meant;
    }
  return given();
}
