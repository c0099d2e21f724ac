import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { mergeMembers, unmergeMembers, type MergeServices } from './member-merges.ts';

const memberId = z.number().int().min(1).max(MAX_ID);
const secondPerson = { permission: 'members.merge', isNeeded: () => true } as const;

/** Merges two accounts of one person, or undoes a merge. */
export const memberMergeActions = (services: MergeServices): StaffAction[] => [
  staffAction({
    name: 'members.merge',
    permission: 'members.merge',
    input: z.object({ kept_id: memberId, merged_id: memberId }),
    needsProof: true,
    // They change while a member listens, and with the hour of the approval.
    momentary: ['listening', 'stays', 'reversibleUntil'],
    secondPerson,
    run: (tx, { hand, now }, { kept_id: keptId, merged_id: mergedId }) =>
      mergeMembers(tx, services, hand, { keptId, mergedId }, now),
  }),
  staffAction({
    name: 'members.unmerge',
    permission: 'members.merge',
    input: z.object({ merged_id: memberId }),
    needsProof: true,
    momentary: ['returns', 'stays'],
    secondPerson,
    run: (tx, { hand, now }, { merged_id: mergedId }) => unmergeMembers(tx, hand, mergedId, now),
  }),
];
