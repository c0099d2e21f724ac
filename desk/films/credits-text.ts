import type { FilmPageFields } from '#domain/films/pages/film-pages.schema.ts';

type Credits = FilmPageFields['credits'];

/** A role a line, as `導演：甲、乙`. */
export const textOfCredits = (credits: Credits): string =>
  credits.map(({ role, names }) => `${role}：${names.join('、')}`).join('\n');

/** The reverse; a line without a colon is a role without names, which the server refuses. */
export const creditsOfText = (typed: string): Credits =>
  typed
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const [, role = row, names = ''] = /^([^：:]*)[：:](.*)$/.exec(row) ?? [];
      return {
        role: role.trim(),
        names: names
          .split(/[、,，]/)
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      };
    });
