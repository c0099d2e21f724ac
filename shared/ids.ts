import { fieldRules } from './field-rules.ts';

/** The largest id in a URL. Larger numbers exceed the database's integer and cannot exist. */
export const MAX_ID = 2_147_483_647;

export const isPossibleId = (id: number): boolean => Number.isInteger(id) && fieldRules.between(id, 1, MAX_ID);
