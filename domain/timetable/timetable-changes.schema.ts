import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { MAX_ID } from '#shared/ids.ts';

// Rows as staff send and read them. Fields are named as in the rules, which the desk runs on them.

/** Fits on a card of the timetable. */
const MAX_TITLE = 120;

const id = z.number().int().min(1).max(MAX_ID);
const day = dayHk().describe('Hong Kong day');
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.trim() !== '' && value.isWellFormed() && !value.includes('\0'), 'not text');
const minutes = {
  startMinute: z.number().int().min(0).max(1439).describe('From midnight of the day on which it starts'),
  endMinute: z.number().int().min(1).max(2879).describe('1440 and more run past midnight'),
};
const weekly = {
  ...minutes,
  weekdayBitwise: z.number().int().min(1).max(127).describe('Sunday 1 to Saturday 64'),
  validFrom: day,
  validTo: day.nullable().describe('Inclusive; null: until further notice'),
};

export const valuesSchemas = {
  base: z.strictObject({ ...weekly, programId: id, horseRacingSkip: z.boolean() }),
  override: z.strictObject({
    ...minutes,
    programId: id,
    kind: z.enum(['holiday', 'racing', 'special']),
    title: text(MAX_TITLE).nullable().describe('In place of the title of the programme'),
    dayFrom: day,
    dayTo: day.describe('Inclusive'),
  }),
  video: z.strictObject(weekly),
  'racing-day': z.strictObject({ day, venue: text(40) }),
};

/** Negative: a row that the change set adds. */
const rowId = z.number().int().min(-MAX_ID).max(MAX_ID).nullable().describe('Null: a new row');

const drafted = <Kind extends keyof typeof valuesSchemas>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    row_id: rowId,
    seen: valuesSchemas[kind].nullable().describe('The published row as its editor saw it; 409 if it has changed'),
    values: valuesSchemas[kind].nullable().describe('Null: removed'),
  });

export const draftedSchema = z.discriminatedUnion('kind', [
  drafted('base'),
  drafted('override'),
  drafted('video'),
  drafted('racing-day'),
]);
export type DraftedChange = z.output<typeof draftedSchema>;

export const nameSchema = text(80).transform((name) => name.trim());
