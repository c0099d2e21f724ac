import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { saveColumn } from './columns-edit.ts';

const id = z.number().int().min(1).max(MAX_ID);
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'one line of text');

/** Staff actions with columns and their columnists. */
export const columnActions = (): StaffAction[] => [
  staffAction({
    name: 'columns.save',
    permission: 'pages.edit',
    input: z.object({
      id: id.nullable().default(null).describe('Null: a new one'),
      seen_ms: z.number().int().min(0).nullable().default(null).describe('`changed_ms` of the column as it was read'),
      kind: z.number().int().min(1).max(8),
      name: line(60).min(1),
      slug: line(80).default('').describe('Empty: from the name'),
      description: line(300).default(''),
      host_id: id.nullable().default(null),
      program_id: id.nullable().default(null),
      channel_bitwise: z.number().int().min(0).max(7).default(0),
      picture: z
        .string()
        .regex(/^(|[a-z0-9-]{1,80}(@[0-9a-f]{1,64})?)$/)
        .default(''),
      is_shown: z.boolean(),
      position: z.number().int().min(0).max(9_999).default(0),
    }),
    needsReason: false,
    assigned: ['subject_id'],
    async run(tx, call, { id: columnId, seen_ms: seenMs, is_shown: isShown, ...input }) {
      const { host_id: hostId, program_id: programId, channel_bitwise: channelBitwise, ...fields } = input;
      const saved = await saveColumn(tx, call, {
        id: columnId,
        seenAt: seenMs === null ? null : new Date(seenMs),
        fields: { ...fields, hostId, programId, channelBitwise, status: isShown ? 1 : 0 },
      });
      const { former } = saved;
      if (former === null) return { result: { id: saved.id } };
      return {
        result: { id: saved.id },
        undo: {
          action: 'columns.save',
          input: {
            id: saved.id,
            seen_ms: call.now.getTime(),
            kind: former.kind,
            name: former.name,
            slug: former.slug,
            description: former.description,
            host_id: former.hostId,
            program_id: former.programId,
            channel_bitwise: former.channelBitwise,
            picture: former.picture,
            is_shown: former.status === 1,
            position: former.position,
          },
        },
      };
    },
  }),
];
