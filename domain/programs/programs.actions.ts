import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { programFieldsSchema } from './program-edit.schema.ts';
import { addProgram, saveProgram, scopesOfEdit, scopesOfNew, scopesOfProgram, showProgram } from './program-edit.ts';

const id = z.number().int().min(1).max(MAX_ID);

/** Staff actions with programmes. What they change is public at once. */
export const programActions = (): StaffAction[] => [
  staffAction({
    name: 'programs.create',
    permission: 'programs.edit',
    input: z.object({ fields: programFieldsSchema }),
    needsReason: false,
    assigned: ['subject_id'],
    scopesOf: (tx, { fields }) => scopesOfNew(tx, fields),
    async run(tx, call, { fields }) {
      const programId = await addProgram(tx, call, fields);
      const undo = { action: 'programs.retire', input: { program_id: programId } };
      return { result: { program_id: programId }, undo };
    },
  }),
  staffAction({
    name: 'programs.save',
    permission: 'programs.edit',
    input: z.object({
      program_id: id,
      base: z
        .string()
        .max(64)
        .describe('Revision that the edit was made from; 409 with the present fields at any other'),
      fields: programFieldsSchema,
    }),
    needsReason: false,
    scopesOf: (tx, { program_id: programId, fields }) => scopesOfEdit(tx, programId, fields),
    async run(tx, call, { program_id: programId, base, fields }) {
      const { before, after, revision } = await saveProgram(tx, call, { id: programId, base, fields });
      const undo = { action: 'programs.save', input: { program_id: programId, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  ...(['retire', 'restore'] as const).map((verb) =>
    staffAction({
      name: `programs.${verb}`,
      permission: 'programs.edit',
      input: z.object({ program_id: id }),
      needsReason: verb === 'retire',
      scopesOf: (tx, { program_id: programId }) => scopesOfProgram(tx, programId),
      async run(tx, call, { program_id: programId }) {
        await showProgram(tx, call, { id: programId, isActive: verb === 'restore' });
        const opposite = verb === 'retire' ? 'restore' : 'retire';
        return { undo: { action: `programs.${opposite}`, input: { program_id: programId } } };
      },
    }),
  ),
];
