import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { findCampaign } from '../campaigns.store.ts';
import { MAX_ITEMS } from './campaign-edit.rules.ts';
import { goalFieldsSchema, itemFieldsSchema, pageFieldsSchema, termsFieldsSchema } from './campaign-edit.schema.ts';
import { createCampaign, deleteCampaign, publishCampaign, saveGoal } from './campaign-edit.ts';
import { addItem, isPriceChange, orderItems, retireItem, saveItem, scopesOfItem } from './campaign-items.ts';
import { publishTerms, savePage, saveTerms } from './campaign-words.ts';

const id = z.number().int().min(1).max(MAX_ID);
const campaign = z
  .string()
  .regex(/^[a-z0-9_]{3,40}$/)
  .describe('Name of the campaign, as in its address');
const base = z
  .string()
  .max(64)
  .describe('Revision that the edit was made from; 409 with the present fields at any other');

const permission = 'campaigns.edit';
/** A role may be held for one campaign. */
const scopesOf = (_tx: unknown, { campaign: name }: { campaign: string }) => [{ kind: 'campaign' as const, id: name }];
/** As prices of plans: another person of finance sees what will be charged. */
const approver = 'money.approve';

/** Staff actions that make campaigns and change what they say and offer. */
export const campaignEditActions = (): StaffAction[] => [
  staffAction({
    name: 'campaigns.create',
    // Not for roles that are held for one campaign.
    permission,
    input: z.object({
      campaign,
      kind: z.enum(['pledge', 'sale']).describe('Of a copy: that of its source'),
      copy_of: campaign.nullable().default(null),
    }),
    needsReason: false,
    async run(tx, call, { campaign: name, kind, copy_of: copyOf }) {
      await createCampaign(tx, call, { name, kind, copyOf });
      return { result: { campaign: name }, undo: { action: 'campaigns.delete', input: { campaign: name } } };
    },
  }),
  staffAction({
    name: 'campaigns.delete',
    permission,
    input: z.object({ campaign }),
    scopesOf,
    run: (tx, call, { campaign: name }) => deleteCampaign(tx, call, name),
  }),
  staffAction({
    name: 'campaigns.edit',
    permission,
    input: z.object({ campaign, base, fields: goalFieldsSchema }),
    needsReason: false,
    scopesOf,
    async run(tx, call, { campaign: name, base: from, fields }) {
      const { before, after, revision } = await saveGoal(tx, call, { name, base: from, fields });
      const undo = { action: 'campaigns.edit', input: { campaign: name, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  staffAction({
    name: 'campaigns.publish',
    permission,
    input: z.object({ campaign }),
    scopesOf,
    secondPerson: { permission: approver, isNeeded: () => true },
    run: (tx, call, { campaign: name }) => publishCampaign(tx, call, name),
  }),
  staffAction({
    name: 'campaigns.add-item',
    permission,
    input: z.object({ campaign, fields: itemFieldsSchema }),
    needsReason: false,
    assigned: ['subject_id'],
    scopesOf,
    secondPerson: {
      permission: approver,
      isNeeded: async (tx, _call, { campaign: name }) => (await findCampaign(tx, name))?.isPublic ?? false,
    },
    async run(tx, call, { campaign: name, fields }) {
      const itemId = await addItem(tx, call, { name, fields });
      return { result: { item_id: itemId }, undo: { action: 'campaigns.retire-item', input: { item_id: itemId } } };
    },
  }),
  staffAction({
    name: 'campaigns.save-item',
    permission,
    input: z.object({ item_id: id, base, fields: itemFieldsSchema }),
    needsReason: false,
    scopesOf: (tx, { item_id: itemId }) => scopesOfItem(tx, itemId),
    secondPerson: {
      permission: approver,
      isNeeded: (tx, _call, { item_id: itemId, fields }) => isPriceChange(tx, itemId, fields),
    },
    async run(tx, call, { item_id: itemId, base: from, fields }) {
      const { before, after, revision } = await saveItem(tx, call, { id: itemId, base: from, fields });
      const undo = { action: 'campaigns.save-item', input: { item_id: itemId, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  ...(['retire', 'restore'] as const).map((verb) =>
    staffAction({
      name: `campaigns.${verb}-item`,
      permission,
      input: z.object({ item_id: id }),
      needsReason: false,
      scopesOf: (tx, { item_id: itemId }) => scopesOfItem(tx, itemId),
      async run(tx, call, { item_id: itemId }) {
        await retireItem(tx, call, { id: itemId, isRetired: verb === 'retire' });
        const opposite = verb === 'retire' ? 'restore' : 'retire';
        return { undo: { action: `campaigns.${opposite}-item`, input: { item_id: itemId } } };
      },
    }),
  ),
  staffAction({
    name: 'campaigns.order-items',
    permission,
    input: z.object({ campaign, item_ids: z.array(id).min(1).max(MAX_ITEMS) }),
    needsReason: false,
    scopesOf,
    async run(tx, call, { campaign: name, item_ids: ids }) {
      const before = await orderItems(tx, call, { name, ids });
      return { undo: { action: 'campaigns.order-items', input: { campaign: name, item_ids: before } } };
    },
  }),
  staffAction({
    name: 'campaigns.save-page',
    permission,
    input: z.object({ campaign, base, fields: pageFieldsSchema }),
    needsReason: false,
    scopesOf,
    async run(tx, call, { campaign: name, base: from, fields }) {
      const { before, after, revision } = await savePage(tx, call, { name, base: from, fields });
      const undo = { action: 'campaigns.save-page', input: { campaign: name, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  staffAction({
    name: 'campaigns.save-terms',
    permission,
    input: z.object({ campaign, base, fields: termsFieldsSchema }),
    needsReason: false,
    scopesOf,
    async run(tx, call, { campaign: name, base: from, fields }) {
      const { before, after, revision } = await saveTerms(tx, call, { name, base: from, fields });
      const undo = { action: 'campaigns.save-terms', input: { campaign: name, base: revision, fields: before } };
      return { result: { fields: after, revision }, undo };
    },
  }),
  staffAction({
    name: 'campaigns.publish-terms',
    permission,
    input: z.object({ campaign }),
    scopesOf,
    secondPerson: { permission: approver, isNeeded: () => true },
    run: (tx, call, { campaign: name }) => publishTerms(tx, call, name),
  }),
];
