import { fieldRules } from './field-rules.ts';

/** The largest id a URL may name; a longer number names nothing, and the database could not hold it. */
export const MAX_ID = 2_147_483_647;

export const isPossibleId = (id: number): boolean => Number.isInteger(id) && fieldRules.between(id, 1, MAX_ID);
