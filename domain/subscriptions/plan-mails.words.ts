import { dayWords } from '#shared/day.words.ts';
import type { DayHk } from '#shared/hk-time.ts';

// Written Chinese, as for everything about money.

const spanWords = (first: DayHk, last: DayHk): string => `${dayWords(first)}至${dayWords(last)}`;

/** 2026年11月21日, inclusive. */
export const untilWords = (last: DayHk): string => `${dayWords(last)}完結時`;

export const NOTHING_TO_DO = '你毋須再做任何事。';

export interface TimeWords {
  planName: string;
  first: DayHk;
  last: DayHk;
}

export const timeFacts = ({ planName, first, last }: TimeWords): [string, string][] => [
  ['計劃', planName],
  ['有效期', spanWords(first, last)],
];

/** Subject line of mails about plans. */
export const planSubject = (subject: string): string => `CR電台會員：${subject}`;
