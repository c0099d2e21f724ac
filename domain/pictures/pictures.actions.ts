import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { Scope } from '#shared/staff/permissions.ts';
import { pictureFieldsSchema } from './pictures.schema.ts';
import { removePicture, savePicture } from './pictures.ts';

const id = z.number().int().min(1).max(MAX_ID);
/** The library belongs to all channels: a role of one may edit it. */
const everyChannel = (): Scope[] => CHANNEL_IDS.map((channel) => ({ kind: 'channel', id: String(channel) }));

/** Staff actions with pictures. */
export const pictureActions = (): StaffAction[] => [
  staffAction({
    name: 'pictures.save',
    permission: 'pictures.edit',
    input: z.object({
      picture_id: id,
      base: z
        .string()
        .max(64)
        .describe('Revision that the edit was made from; 409 with the present fields at any other'),
      fields: pictureFieldsSchema,
    }),
    needsReason: false,
    scopesOf: everyChannel,
    async run(tx, call, { picture_id: pictureId, base, fields }) {
      const { before, after, revision } = await savePicture(tx, call, { id: pictureId, base, fields });
      // What was not described yet cannot be saved again.
      const undo =
        before.alt === ''
          ? undefined
          : { action: 'pictures.save', input: { picture_id: pictureId, base: revision, fields: before } };
      return { result: { fields: after, revision }, ...(undo && { undo }) };
    },
  }),
  staffAction({
    name: 'pictures.delete',
    permission: 'pictures.edit',
    input: z.object({ picture_id: id }),
    scopesOf: everyChannel,
    run: (tx, call, { picture_id: pictureId }) => removePicture(tx, call, pictureId),
  }),
];
