import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';
import { LINK_HOURS, MAX_SCREEN_CHARS } from './studio.rules.ts';
import { createLink, findChannelOfLink, withdrawLink } from './studio.ts';

const permission = 'studio.open';

/** Staff actions with the links of studio screens. */
export const studioActions = ({ deskUrl }: { deskUrl: string }): StaffAction[] => [
  staffAction({
    name: 'studio-links.create',
    permission,
    needsReason: false,
    needsProof: true,
    assigned: ['subject_id'],
    input: z.object({
      channel: z.literal(CHANNEL_IDS),
      name: z
        .string()
        .trim()
        .min(1)
        .max(MAX_SCREEN_CHARS)
        .refine((text) => text.isWellFormed() && !text.includes('\0'), 'no text')
        .describe('Of the screen'),
      hours: z.number().int().min(LINK_HOURS.least).max(LINK_HOURS.most).describe('How long the link lasts'),
    }),
    scopesOf: (_tx, { channel }) => [{ kind: 'channel', id: String(channel) }],
    async run(tx, { hand, now }, { channel, name, hours }) {
      const token = await createLink(tx, hand, { channelId: channel, name, hours }, now);
      // A fragment reaches no server and no log.
      return { secret: { link: `${deskUrl}/studio#${token}` } };
    },
  }),
  staffAction({
    name: 'studio-links.end',
    permission,
    needsReason: false,
    input: z.object({ link_id: z.number().int().min(1).max(MAX_ID) }),
    async scopesOf(tx, { link_id: id }) {
      const channel = await findChannelOfLink(tx, id);
      return channel === null ? [] : [{ kind: 'channel', id: String(channel) }];
    },
    run: (tx, { hand, now }, { link_id: id }) => withdrawLink(tx, hand, id, now),
  }),
];
