import type { Db } from '#db/database.ts';
import { readForm } from '#domain/forms/forms.ts';
import { storyTokenOf, publicStory } from '#domain/payments/payments.ts';
import type { Buyer } from '#domain/sales/sales.ts';
import { DomainError } from '#shared/domain-error.ts';
import { AIR_NAME_FORM, DELIVERY_FORMS, type Reach } from './campaign-forms.rules.ts';
import {
  findBuyerOf,
  findCampaignById,
  findCampaignOrder,
  findItemsById,
  findLines,
  findPlays,
} from './campaigns.store.ts';
import type { CampaignItem, CampaignRow, CampaignServices } from './campaigns.types.ts';
import { findDetails, saveDetailsRow } from './details.store.ts';
import { orderOfToken } from './order-links.ts';
import { findReturn } from './returns.store.ts';

/** The details an order of these items requires: a name to be read, a delivery address. */
export function askedDetails(items: readonly Pick<CampaignItem, 'kind' | 'isSent' | 'reach'>[]): {
  airName: boolean;
  reach: Reach | null;
} {
  const delivery = items.find(({ reach }) => reach !== null)?.reach ?? null;
  return {
    airName: items.some(({ kind }) => kind === 'tier'),
    // Goods of a tier are sent anywhere.
    reach: delivery ?? (items.some(({ isSent }) => isSent) ? 'abroad' : null),
  };
}

interface Details {
  airName: string | null;
  /** The campaign's page may list the name. */
  isNamed: boolean;
  delivery: {
    recipient: string;
    phoneNo: string;
    place: string | null;
    addressLines: string | null;
    postcode: string | null;
    country: string | null;
  } | null;
}

const HONG_KONG = 'HK';

/** Reads the required fields of a form; throws its errors. */
export function readDetails(
  asked: ReturnType<typeof askedDetails>,
  given: Readonly<Record<string, unknown>>,
  now: Date,
): Details {
  const { airName: asksName, reach } = asked;
  const form = { ...(asksName ? AIR_NAME_FORM : {}), ...(reach === null ? {} : DELIVERY_FORMS[reach]) };
  const fields: Record<string, unknown> = readForm(form, given, now);
  const told = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    airName: told('air_name'),
    isNamed: fields['is_named'] === true,
    delivery:
      reach === null
        ? null
        : {
            recipient: told('recipient') ?? '',
            phoneNo: told('phone_no') ?? '',
            place: told('place'),
            addressLines: told('address'),
            postcode: told('postcode'),
            country: reach === 'fetched' ? null : reach === 'abroad' ? told('country') : HONG_KONG,
          },
  };
}

/**
 * Saves a buyer's details, until goods are packed and the name is read. Another buyer's order is reported as missing.
 */
export async function saveDetails(
  { db, now }: { db: Db; now: Date },
  buyer: Buyer,
  orderId: number,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const order = await findCampaignOrder(db, orderId);
  const owner = order && (await findBuyerOf(db, orderId));
  const isOwn = buyer.kind === 'member' ? owner?.memberId === buyer.memberId : owner?.guestId === buyer.guestId;
  if (!order || !owner || !isOwn) throw new DomainError('dataNotFound');
  const lines = await findLines(db, orderId);
  const items = await findItemsById(
    db,
    lines.map(({ itemId }) => itemId),
  );
  const plays = new Set((await findPlays(db, order.campaignId)).map(({ dayHk }) => dayHk));
  const isPacked = order.deliveryState !== 'none' && order.deliveryState !== 'waiting';
  const isPlayed = lines.some(({ unit }) => unit !== null && plays.has(unit));
  const asked = askedDetails(items);
  // No changes after packing, or after the name was read.
  const open = { airName: asked.airName && !isPlayed, reach: isPacked ? null : asked.reach };
  if (!open.airName && open.reach === null) {
    if (asked.airName || asked.reach !== null)
      throw new DomainError('conflict', { fault: isPlayed ? 'played' : 'packed' });
    return;
  }
  const details = readDetails(open, given, now);
  await db.transaction(async (tx) => {
    const before = await findDetails(tx, orderId);
    const isNewName = details.airName !== null && details.airName !== before?.airName;
    await saveDetailsRow(tx, orderId, {
      ...details.delivery,
      // A changed name must be reviewed again.
      ...(isNewName ? { airName: details.airName, airNameState: 'waiting' as const } : {}),
      ...(open.airName ? { isNamed: details.isNamed } : {}),
      updatedAt: now,
    });
  });
}

/** A campaign order for anyone with its signed link; contains no name or address. */
interface ToldOrder {
  orderId: number;
  campaign: CampaignRow;
  /** Null if unpaid. */
  supporterNo: number | null;
  lines: {
    name: string;
    code: string;
    kind: CampaignItem['kind'];
    quantity: number;
    unit: string | null;
    cents: number;
    state: string;
  }[];
  totalCents: number;
  delivery: {
    state: string;
    tracking: string | null;
    packedAt: Date | null;
    sentAt: Date | null;
    receivedAt: Date | null;
  };
  paidAt: Date | null;
  asked: ReturnType<typeof askedDetails>;
  /** Whether all required details are present. */
  isComplete: boolean;
  airNameState: 'waiting' | 'approved' | 'refused' | null;
  isNamed: boolean;
  /** The supporter's days that were on air. */
  plays: { dayHk: string; archiveId: number; startsAt: Date; endsAt: Date }[];
  /** Total of refunds that staff handle. */
  withStaffCents: number;
  /** The refund and its progress. */
  returned: { cents: number; state: 'waiting' | 'asked' | 'by_hand' | 'done' | 'nothing' } | null;
  storyToken: string;
  isGuest: boolean;
}

/** The refund of an order: owed by its failed campaign, or made by staff. */
function returnOf(
  owed: ToldOrder['returned'],
  { steps, withStaffCents }: { steps: readonly { what: string; cents: number | null }[]; withStaffCents: number },
): ToldOrder['returned'] {
  const sum = (...named: string[]) =>
    steps.reduce((cents, step) => cents + (named.includes(step.what) ? (step.cents ?? 0) : 0), 0);
  const has = (named: string) => steps.some(({ what }) => what === named);
  // Of a refund that was asked for and withdrawn, as its bank took the payment back, the story has no step any more.
  const isWithdrawn = has('chargeback') && !has('refundAsked');
  const asked = sum('refundAsked');
  const isBack = asked > 0 && sum('refunded', 'voided') >= asked;
  // What went back before it was asked for is another refund.
  if (owed && owed.state !== 'asked' && owed.state !== 'by_hand') return { cents: owed.cents, state: owed.state };
  if (owed === null && asked === 0) return null;
  const state = isBack || (owed && isWithdrawn) ? 'done' : withStaffCents > 0 ? 'by_hand' : (owed?.state ?? 'asked');
  return { cents: owed?.cents ?? asked, state };
}

/** Null if the link is invalid. */
export async function tellOrder(
  services: Pick<CampaignServices, 'db' | 'secretKey'>,
  token: string,
): Promise<ToldOrder | null> {
  const { db, secretKey } = services;
  const orderId = orderOfToken(secretKey, token);
  const row = orderId === null ? null : await findCampaignOrder(db, orderId);
  const campaign = row && (await findCampaignById(db, row.campaignId));
  if (!row || !campaign || orderId === null) return null;
  const [lines, details, returned, plays, buyer] = await Promise.all([
    findLines(db, orderId),
    findDetails(db, orderId),
    findReturn(db, orderId),
    findPlays(db, campaign.id),
    findBuyerOf(db, orderId),
  ]);
  const items = new Map(
    (
      await findItemsById(
        db,
        lines.map(({ itemId }) => itemId),
      )
    ).map((item) => [item.id, item]),
  );
  const asked = askedDetails([...items.values()]);
  const units = new Set(lines.flatMap(({ unit }) => unit ?? []));
  const storyToken = storyTokenOf(secretKey, orderId);
  // Whether the refund is confirmed is known by payments.
  const story = row.supporterNo === null ? null : await publicStory(db, secretKey, storyToken);
  const withStaffCents = story?.withStaffCents ?? 0;
  return {
    orderId,
    campaign,
    supporterNo: row.supporterNo,
    lines: lines.map(({ itemId, quantity, unit, cents, state }) => {
      const { name, code, kind } = items.get(itemId)!;
      return { name, code, kind, quantity, unit, cents, state };
    }),
    totalCents: lines.reduce((sum, { cents }) => sum + cents, 0),
    delivery: {
      state: row.deliveryState,
      tracking: row.tracking,
      packedAt: row.packedAt,
      sentAt: row.sentAt,
      receivedAt: row.receivedAt,
    },
    paidAt: row.paidAt,
    asked,
    isComplete:
      (!asked.airName || (details?.airName ?? null) !== null) &&
      (asked.reach === null || (details?.recipient ?? null) !== null),
    airNameState: details?.airNameState ?? null,
    isNamed: details?.isNamed ?? false,
    plays: plays.filter(({ dayHk }) => units.has(dayHk)),
    returned: returnOf(returned, { steps: story?.steps ?? [], withStaffCents }),
    withStaffCents,
    storyToken,
    isGuest: buyer !== null && buyer.guestId !== null,
  };
}
