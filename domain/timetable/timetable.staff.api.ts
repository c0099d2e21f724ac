import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { CHANNEL_IDS, isChannelId } from '#shared/enums.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import { ok, refusals, wrapped } from '#shared/http/reply.ts';
import { MAX_ID } from '#shared/ids.ts';
import { staffOnly } from '#shared/staff/staff-actor.ts';
import { getStaffWeek, type StaffWeek } from './timetable-week.ts';
import { staffWeekSchema } from './timetable-week.schema.ts';

const querySchema = z.object({
  channel: z.coerce
    .number()
    .int()
    .refine(isChannelId, `one of ${CHANNEL_IDS.join(', ')}`),
  week: z.iso
    .date()
    .refine((day) => day >= '2000-01-01' && day <= '2199-12-31', 'too far')
    .optional()
    .describe('A day of the week; absent: this week'),
  change_set: z.coerce.number().int().min(1).max(MAX_ID).optional().describe('Shown as if it were published'),
});

const present = (week: StaffWeek): z.input<typeof staffWeekSchema> => ({
  monday: week.monday,
  items: week.items.map((item) => ({
    start_ts: unixSeconds(item.startsAt),
    end_ts: unixSeconds(item.endsAt),
    program_id: item.programId,
    title: item.title,
    source: item.source,
    kind: item.kind,
    row_id: item.rowId,
    change_id: item.changeId,
  })),
  rows: {
    base: [...week.rows.base],
    override: [...week.rows.override],
    video: [...week.rows.video],
    'racing-day': [...week.rows['racing-day']],
  },
  filler_program_id: week.fillerProgramId,
  programs: week.programs,
  change_sets: week.changeSets.map(({ set, owner, changer, changes }) => ({
    id: set.id,
    name: set.name,
    state: set.state,
    revision: set.revision,
    owner,
    changed_by: changer,
    changed_ts: unixSeconds(set.changedAt),
    publish_ts: set.publishAt && unixSeconds(set.publishAt),
    published_ts: set.publishedAt && unixSeconds(set.publishedAt),
    changes,
  })),
  change_set: week.changeSet && {
    id: week.changeSet.set.id,
    name: week.changeSet.set.name,
    state: week.changeSet.set.state,
    revision: week.changeSet.set.revision,
    owner: week.changeSet.owner,
    publish_ts: week.changeSet.set.publishAt && unixSeconds(week.changeSet.set.publishAt),
    failure: week.changeSet.set.failure,
    changes: week.changeSet.changes.map(({ id, kind, rowId, before, after }) => ({
      id,
      kind,
      rowId,
      before: before && { ...before },
      after: after && { ...after },
    })),
    check: {
      faults: week.changeSet.check.faults,
      stale: week.changeSet.check.stale.map(({ seen, now, ...rest }) => ({
        ...rest,
        seen: seen && { ...seen },
        now: now && { ...now },
      })),
      gaps: week.changeSet.check.gaps.map(({ startsAt, endsAt }) => ({
        start_ts: unixSeconds(startsAt),
        end_ts: unixSeconds(endsAt),
      })),
    },
  },
});

/** Timetables as those who change them see them. */
export async function timetableStaffApi(
  app: FastifyInstance,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/staff/timetable',
    {
      schema: {
        tags: ['timetable'],
        summary: 'A week of a channel with the rows that make it, and its change sets',
        querystring: querySchema,
        response: {
          200: wrapped(staffWeekSchema),
          ...refusals('notAuthenticated', 'forbidden', 'invalidParam', 'dataNotFound'),
        },
      },
      ...staffOnly('timetable.edit'),
    },
    async ({ query }) => {
      const { channel: channelId, week = null, change_set: changeSetId = null } = query;
      if (!isChannelId(channelId)) throw new Error('a channel is checked by the schema');
      return ok(present(await getStaffWeek({ db, now: clock() }, { channelId, week, changeSetId })));
    },
  );
}
