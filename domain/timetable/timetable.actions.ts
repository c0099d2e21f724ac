import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import type { Tx } from '#db/database.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';
import {
  draftChanges,
  dropChange,
  publishChangeSet,
  renameChangeSet,
  reopenChangeSet,
  scopesOfChanges,
  scopesOfChangeSet,
  undoChangeSet,
  withdrawChangeSet,
} from './change-sets.ts';
import { draftedSchema, nameSchema } from './timetable-changes.schema.ts';

/** Rows that one save may change: a block, and the blocks that give way to it. */
const MAX_AT_ONCE = 20;

const id = z.number().int().min(1).max(MAX_ID);
const changeSet = { change_set: id };
const revision = z.number().int().min(0).max(MAX_ID);
/** Until the year 2100. */
const instant = z
  .number()
  .int()
  .min(1)
  .max(4_102_444_800)
  .describe('Unix seconds')
  .transform((seconds) => new Date(seconds * 1000));

const scopesOf = (tx: Tx, { change_set: changeSetId }: { change_set: number }) => scopesOfChangeSet(tx, changeSetId);

/** Staff actions with timetables. Drafts are seen by staff only; a published change set is on air. */
export const timetableActions = (): StaffAction[] => [
  staffAction({
    name: 'timetable.draft',
    permission: 'timetable.edit',
    input: z.object({
      change_set: id.nullable().describe('Null: a new one'),
      channel: z.literal(CHANNEL_IDS),
      name: nameSchema.describe('Of a new change set'),
      revision: revision.describe('Of the change set as its editor saw it'),
      changes: z.array(draftedSchema).min(1).max(MAX_AT_ONCE),
    }),
    needsReason: false,
    assigned: ['subject_id'],
    // A role for one channel changes neither another channel's set nor the station's racing days.
    scopesOf: async (tx, { change_set: changeSetId, channel, changes }) =>
      changes.some(({ kind }) => kind === 'racing-day') || changeSetId === null
        ? scopesOfChanges(channel, changes)
        : scopesOfChangeSet(tx, changeSetId),
    async run(tx, call, { change_set: changeSetId, channel: channelId, ...rest }) {
      const saved = await draftChanges(tx, call, { changeSetId, channelId, ...rest });
      return { result: { change_set: saved.changeSetId, revision: saved.revision } };
    },
  }),
  staffAction({
    name: 'timetable.drop',
    permission: 'timetable.edit',
    input: z.object({ ...changeSet, change: id }),
    needsReason: false,
    scopesOf,
    run: (tx, call, { change_set: changeSetId, change: changeId }) => dropChange(tx, call, { changeSetId, changeId }),
  }),
  staffAction({
    name: 'timetable.rename',
    permission: 'timetable.edit',
    input: z.object({ ...changeSet, name: nameSchema }),
    needsReason: false,
    scopesOf,
    run: (tx, call, { change_set: changeSetId, name }) => renameChangeSet(tx, call, { changeSetId, name }),
  }),
  staffAction({
    name: 'timetable.publish',
    permission: 'timetable.publish',
    input: z.object({
      ...changeSet,
      revision: revision.describe('Of the change set, as its publisher saw it; 409 at any other'),
      publish_ts: instant.optional().describe('Absent: at once'),
    }),
    needsReason: false,
    assigned: ['subject_id'],
    scopesOf,
    async run(tx, call, { change_set: changeSetId, revision: seen, publish_ts: publishAt }) {
      const { isPublished } = await publishChangeSet(tx, call, { changeSetId, revision: seen, publishAt });
      const action = isPublished ? 'timetable.undo' : 'timetable.reopen';
      return { undo: { action, input: { change_set: changeSetId } } };
    },
  }),
  staffAction({
    name: 'timetable.withdraw',
    permission: 'timetable.edit',
    input: z.object(changeSet),
    needsReason: false,
    scopesOf,
    async run(tx, call, { change_set: changeSetId }) {
      await withdrawChangeSet(tx, call, changeSetId);
      return { undo: { action: 'timetable.reopen', input: { change_set: changeSetId } } };
    },
  }),
  staffAction({
    name: 'timetable.reopen',
    permission: 'timetable.edit',
    input: z.object(changeSet),
    needsReason: false,
    scopesOf,
    run: (tx, call, { change_set: changeSetId }) => reopenChangeSet(tx, call, changeSetId),
  }),
  staffAction({
    name: 'timetable.undo',
    permission: 'timetable.publish',
    input: z.object(changeSet),
    needsReason: false,
    assigned: ['subject_id'],
    scopesOf,
    run: (tx, call, { change_set: changeSetId }) => undoChangeSet(tx, call, changeSetId),
  }),
];
