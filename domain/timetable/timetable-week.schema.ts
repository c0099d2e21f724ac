import { z } from 'zod';
import { CHANGE_KINDS } from './timetable-changes.rules.ts';

// A week as the desk reads it. Rows keep the names of the rules, which the desk runs on them.

const id = z.number().int();
const ts = z.number().describe('Unix seconds');
const day = z.string().describe('Hong Kong day');
const minutes = { startMinute: z.number().int(), endMinute: z.number().int() };
const weekly = { id, ...minutes, weekdayBitwise: z.number().int(), validFrom: day, validTo: day.nullable() };
const overrideKind = z.enum(['holiday', 'racing', 'special']);
const kind = z.enum(CHANGE_KINDS);
const state = z.enum(['draft', 'scheduled', 'published', 'withdrawn']);
const values = z.record(z.string(), z.unknown()).nullable();

const itemSchema = z.object({
  start_ts: ts,
  end_ts: ts,
  program_id: id,
  title: z.string().nullable().describe('In place of the title of the programme'),
  source: z.enum(['base', 'override', 'filler']),
  kind: overrideKind.nullable(),
  row_id: id.nullable().describe('The row that made it; negative: one that the change set adds'),
  change_id: id.nullable().describe('The change of the set that made it so'),
});

export const staffWeekSchema = z.object({
  monday: day,
  items: z.array(itemSchema),
  rows: z
    .object({
      base: z.array(z.object({ ...weekly, programId: id, horseRacingSkip: z.boolean() })),
      override: z.array(
        z.object({
          id,
          programId: id,
          kind: overrideKind,
          title: z.string().nullable(),
          dayFrom: day,
          dayTo: day,
          ...minutes,
        }),
      ),
      video: z.array(z.object(weekly)),
      'racing-day': z.array(z.object({ day, venue: z.string() })),
    })
    .describe('Published rows that are valid in the week or later'),
  filler_program_id: id,
  programs: z.array(z.object({ id, title: z.string() })),
  change_sets: z.array(
    z.object({
      id,
      name: z.string(),
      state,
      revision: z.number().int(),
      owner: z.string(),
      changed_by: z.string(),
      changed_ts: ts,
      publish_ts: ts.nullable(),
      published_ts: ts.nullable(),
      changes: z.number().int(),
    }),
  ),
  change_set: z
    .object({
      id,
      name: z.string(),
      state,
      revision: z.number().int(),
      owner: z.string(),
      publish_ts: ts.nullable(),
      failure: z.unknown().describe('Why the job could not publish it'),
      changes: z.array(z.object({ id, kind, rowId: id.nullable(), before: values, after: values })),
      check: z.object({
        faults: z.array(
          z.object({
            kind,
            reason: z.enum(['weekdays', 'minutes', 'days', 'overlap']),
            rowId: id,
            otherRowId: id.optional(),
            firstDay: day.optional(),
          }),
        ),
        stale: z.array(z.object({ change_id: id, kind, seen: values, now: values })),
        gaps: z.array(z.object({ start_ts: ts, end_ts: ts })),
      }),
    })
    .nullable(),
});
export type StaffWeekReply = z.output<typeof staffWeekSchema>;
