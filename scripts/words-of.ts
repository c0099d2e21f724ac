import { isDayHk, type DayHk } from '#shared/hk-time.ts';
import { StartError } from './start-errors.ts';

/** Parses arguments of a verb. Invalid ones throw with the help text. */
export interface ArgumentParsers {
  parseNumber: (text: string | undefined) => number;
  /** Hong Kong time, such as 2026-11-21T14:05:30. */
  parseInstant: (text: string | undefined) => Date;
  /** Hong Kong day, such as 2026-11-21. */
  parseDay: (text: string | undefined) => DayHk;
}

export function argumentParsers(help: string): ArgumentParsers {
  const invalid = (text: string | undefined, what: string) =>
    new StartError(`${text ? `"${text}" is not a valid ${what}` : `A ${what} is required`}. ${help}`.trim());
  return {
    parseNumber(text) {
      if (!/^\d{1,9}$/.test(text ?? '')) throw invalid(text, 'number');
      return Number(text);
    },
    parseInstant(text) {
      const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(text ?? '');
      const at = new Date(`${text}+08:00`);
      if (!isTime || Number.isNaN(at.getTime())) throw invalid(text, 'time');
      return at;
    },
    parseDay(text) {
      if (!isDayHk(text ?? '')) throw invalid(text, 'day');
      return text ?? '';
    },
  };
}
