import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { issueCaptionerToken, withdrawCaptioner } from './captioners.ts';

const captionerName = z.string().regex(/^[\w.-]{1,60}$/);

export const captionerActions = (): StaffAction[] => [
  staffAction({
    name: 'captioners.register',
    permission: 'on-air.tokens',
    input: z.object({ channel_id: z.literal(CHANNEL_IDS), name: captionerName }),
    needsProof: true,
    scopesOf: (_tx, { channel_id: id }) => [{ kind: 'channel', id: String(id) }],
    async run(tx, { hand, now }, { channel_id: channelId, name }) {
      return { secret: { token: await issueCaptionerToken(tx, { now }, hand, { channelId, name }) } };
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
