import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { issueCaptionerToken, withdrawCaptioner } from './captioners.ts';

const captionerName = z.string().regex(/^[\w.-]{1,60}$/);

export const captionerActions = (): StaffAction[] => [
  staffAction({
    name: 'captioners.register',
    permission: 'on-air.tokens',
    input: z.object({ stream_id: z.number().int().min(1).max(MAX_ID), name: captionerName }),
    needsProof: true,
    scopesOf: (_tx, { stream_id: id }) => [{ kind: 'channel', id: String(id) }],
    async run(tx, { hand, now }, { stream_id: streamId, name }) {
      return { secret: { token: await issueCaptionerToken(tx, { now }, hand, { streamId, name }) } };
    },
  }),
  staffAction({
    name: 'captioners.withdraw',
    permission: 'on-air.tokens',
    input: z.object({ name: captionerName }),
    needsProof: true,
    run: (tx, { hand, now }, { name }) => withdrawCaptioner(tx, { now }, hand, name),
  }),
];
