import { z } from 'zod';
import { dayHk } from '#shared/http/query.ts';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { openAddresses } from './addresses.ts';
import { DELIVERY_STEPS } from './campaigns.rules.ts';
import { campaignEditActions } from './editing/campaign-edit.actions.ts';
import { campaignPostActions } from './posts/posts.actions.ts';
import {
  closeCampaign,
  deliver,
  failCampaign,
  notePlayed,
  openCampaign,
  readName,
  scopesOfOrder,
  seeAddress,
  type CampaignLinks,
} from './station.ts';

const id = z.number().int().min(1).max(MAX_ID);
const campaign = z
  .string()
  .regex(/^[a-z0-9_]{3,40}$/)
  .describe('Name of the campaign, as in its address');
const instant = z
  .number()
  .min(1)
  .max(4_102_444_800)
  .describe('Unix seconds')
  .transform((seconds) => new Date(seconds * 1000));

/** A role may be held for one campaign. */
const scopesOf = (_tx: unknown, { campaign: name }: { campaign: string }) => [{ kind: 'campaign' as const, id: name }];

/** Staff actions with campaigns and the orders of their supporters. */
export const campaignActions = (links: CampaignLinks): StaffAction[] => [
  ...campaignEditActions(),
  ...campaignPostActions(),
  staffAction({
    name: 'campaigns.open',
    permission: 'campaigns.edit',
    input: z.object({ campaign }),
    scopesOf,
    momentary: ['opensAt'],
    run: (tx, { hand, now }, { campaign: name }) => openCampaign(tx, hand, name, now),
  }),
  staffAction({
    name: 'campaigns.close',
    permission: 'campaigns.edit',
    input: z.object({ campaign }),
    scopesOf,
    momentary: ['closesAt'],
    run: (tx, { hand, now }, { campaign: name }) => closeCampaign(tx, hand, name, now),
  }),
  staffAction({
    name: 'campaigns.fail',
    permission: 'campaigns.edit',
    input: z.object({ campaign }),
    scopesOf,
    needsProof: true,
    secondPerson: { permission: 'money.approve', isNeeded: () => true },
    run: async (tx, { hand, now }, { campaign: name }) => ({
      result: { orders: await failCampaign(tx, hand, name, now) },
    }),
  }),
  staffAction({
    name: 'campaigns.deliver',
    permission: 'campaigns.deliver',
    input: z.object({
      order_id: id,
      to: z.enum(DELIVERY_STEPS),
      tracking: z
        .string()
        .trim()
        .max(60)
        .refine((text) => text.isWellFormed() && !text.includes('\0'), 'no text')
        .nullable()
        .default(null)
        .transform((number) => number || null)
        .describe('Number of the carrier, mailed to the supporter when the order is sent'),
    }),
    needsReason: false,
    scopesOf: (tx, { order_id: orderId }) => scopesOfOrder(tx, orderId),
    async run(tx, { hand, now }, { order_id: orderId, to, tracking }) {
      await deliver(tx, links, hand, { orderId, to, tracking }, now);
      // What was sent was mailed, too.
      return to === 'packed'
        ? { undo: { action: 'campaigns.deliver', input: { order_id: orderId, to: 'waiting' } } }
        : {};
    },
  }),
  staffAction({
    name: 'campaigns.name',
    permission: 'campaigns.edit',
    input: z.object({ order_id: id, is_good: z.boolean().describe('Otherwise the supporter is asked for another') }),
    needsReason: false,
    scopesOf: (tx, { order_id: orderId }) => scopesOfOrder(tx, orderId),
    run: (tx, { hand, now }, { order_id: orderId, is_good: isGood }) =>
      readName(tx, links, hand, { orderId, isGood }, now),
  }),
  staffAction({
    name: 'campaigns.played',
    permission: 'campaigns.edit',
    input: z.object({
      campaign,
      day: dayHk(),
      archive_id: id.describe('Broadcast in which the name was read'),
      starts_ts: instant,
      ends_ts: instant,
    }),
    needsReason: false,
    scopesOf,
    run: (tx, { hand, now }, { campaign: name, day, archive_id: archiveId, starts_ts: startsAt, ends_ts: endsAt }) =>
      notePlayed(tx, links, hand, { name, dayHk: day, archiveId, startsAt, endsAt }, now),
  }),
  staffAction({
    name: 'campaigns.see-addresses',
    permission: 'campaigns.see-addresses',
    input: z.object({ campaign }),
    scopesOf,
    // The calls `/api/staff/campaigns/{name}/addresses` then show them; the reply of an action is kept for a day.
    momentary: ['addresses'],
    run: (tx, { hand, now }, { campaign: name }) => openAddresses(tx, hand, name, now),
  }),
  staffAction({
    name: 'campaigns.see-address',
    permission: 'campaigns.see-addresses',
    input: z.object({ order_id: id }),
    scopesOf: (tx, { order_id: orderId }) => scopesOfOrder(tx, orderId),
    async run(tx, { hand, now }, { order_id: orderId }) {
      const { recipient, phoneNo, addressLines, place, postcode, country } = await seeAddress(tx, hand, orderId, now);
      const lines = [recipient, phoneNo, addressLines, place, postcode, country];
      return { secret: { address: lines.filter(Boolean).join('\n') } };
    },
  }),
];
