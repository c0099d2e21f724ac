import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { hostFieldsSchema } from './host-edit.schema.ts';
import { addHost, saveHost, scopesOfEdit, scopesOfHost, scopesOfNew, showHost } from './host-edit.ts';

const id = z.number().int().min(1).max(MAX_ID);

/** Staff actions with hosts. What they change is public at once. */
export const hostActions = (): StaffAction[] => [
  staffAction({
    name: 'hosts.create',
    permission: 'hosts.edit',
    input: z.object({ fields: hostFieldsSchema }),
    needsReason: false,
    assigned: ['subject_id'],
    scopesOf: (_tx, { fields }) => scopesOfNew(fields),
    async run(tx, call, { fields }) {
      const hostId = await addHost(tx, call, fields);
      return { result: { host_id: hostId }, undo: { action: 'hosts.retire', input: { host_id: hostId } } };
    },
  }),
  staffAction({
    name: 'hosts.save',
    permission: 'hosts.edit',
    input: z.object({
      host_id: id,
      base: z
        .string()
        .max(64)
        .describe('Revision that the edit was made from; 409 with the present fields at any other'),
      fields: hostFieldsSchema,
    }),
    needsReason: false,
    scopesOf: (tx, { host_id: hostId, fields }) => scopesOfEdit(tx, hostId, fields),
    async run(tx, call, { host_id: hostId, base, fields }) {
      const { before, after, revision } = await saveHost(tx, call, { id: hostId, base, fields });
      const undo = { action: 'hosts.save', input: { host_id: hostId, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  ...(['retire', 'restore'] as const).map((verb) =>
    staffAction({
      name: `hosts.${verb}`,
      permission: 'hosts.edit',
      input: z.object({ host_id: id }),
      needsReason: verb === 'retire',
      scopesOf: (tx, { host_id: hostId }) => scopesOfHost(tx, hostId),
      async run(tx, call, { host_id: hostId }) {
        await showHost(tx, call, { id: hostId, isActive: verb === 'restore' });
        const opposite = verb === 'retire' ? 'restore' : 'retire';
        return { undo: { action: `hosts.${opposite}`, input: { host_id: hostId } } };
      },
    }),
  ),
];
