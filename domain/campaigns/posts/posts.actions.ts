import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { postFieldsSchema } from './posts.schema.ts';
import { addPost, savePost, scopesOfPost, withdrawPost } from './posts.ts';

const id = z.number().int().min(1).max(MAX_ID);
const permission = 'campaigns.edit';

/** Staff actions with posts of a campaign. */
export const campaignPostActions = (): StaffAction[] => [
  staffAction({
    name: 'campaigns.post',
    permission,
    input: z.object({
      campaign: z
        .string()
        .regex(/^[a-z0-9_]{3,40}$/)
        .describe('Name of the campaign, as in its address'),
      fields: postFieldsSchema,
    }),
    needsReason: false,
    assigned: ['subject_id'],
    scopesOf: (_tx, { campaign }) => [{ kind: 'campaign', id: campaign }],
    async run(tx, call, { campaign: name, fields }) {
      const postId = await addPost(tx, call, { name, fields });
      return { result: { post_id: postId }, undo: { action: 'campaigns.withdraw-post', input: { post_id: postId } } };
    },
  }),
  staffAction({
    name: 'campaigns.save-post',
    permission,
    input: z.object({
      post_id: id,
      base: z
        .string()
        .max(64)
        .describe('Revision that the edit was made from; 409 with the present fields at any other'),
      fields: postFieldsSchema,
    }),
    needsReason: false,
    scopesOf: (tx, { post_id: postId }) => scopesOfPost(tx, postId),
    async run(tx, call, { post_id: postId, base, fields }) {
      const { before, after, revision } = await savePost(tx, call, { id: postId, base, fields });
      const undo = { action: 'campaigns.save-post', input: { post_id: postId, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  ...(['withdraw', 'restore'] as const).map((verb) =>
    staffAction({
      name: `campaigns.${verb}-post`,
      permission,
      input: z.object({ post_id: id }),
      needsReason: false,
      scopesOf: (tx, { post_id: postId }) => scopesOfPost(tx, postId),
      async run(tx, call, { post_id: postId }) {
        await withdrawPost(tx, call, { id: postId, isWithdrawn: verb === 'withdraw' });
        const opposite = verb === 'withdraw' ? 'restore' : 'withdraw';
        return { undo: { action: `campaigns.${opposite}-post`, input: { post_id: postId } } };
      },
    }),
  ),
];
