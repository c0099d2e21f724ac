import { isDayHk, type DayHk } from '#shared/hk-time.ts';
import { StartError } from './prepare.ts';

/** Parses arguments of a verb. Invalid ones throw with the help text. */
export interface WordsOf {
  number: (text: string | undefined) => number;
  /** Hong Kong time, such as 2026-11-21T14:05:30. */
  instant: (text: string | undefined) => Date;
  /** Hong Kong day, such as 2026-11-21. */
  day: (text: string | undefined) => DayHk;
}

export function wordsOf(help: string): WordsOf {
  const none = (text: string | undefined, what: string) =>
    new StartError(`${text ?? 'Nothing'} is no ${what}. ${help}`.trim());
  return {
    number(text) {
      if (!/^\d{1,9}$/.test(text ?? '')) throw none(text, 'number');
      return Number(text);
    },
    instant(text) {
      const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(text ?? '');
      const at = new Date(`${text}+08:00`);
      if (!isTime || Number.isNaN(at.getTime())) throw none(text, 'time');
      return at;
    },
    day(text) {
      if (!isDayHk(text ?? '')) throw none(text, 'day');
      return text ?? '';
    },
  };
}
