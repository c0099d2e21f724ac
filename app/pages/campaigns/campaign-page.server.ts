import { randomUUID } from 'node:crypto';
import { data, type LoaderFunctionArgs } from 'react-router';
import { publicPage } from '#app/cache.server.ts';
import { requestContext } from '#app/context.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { foundOr404 } from '#app/params.server.ts';
import type { AskRefusal, CampaignTerms, CampaignWords } from '#app/text/zh-hk/campaigns.ts';
import {
  askedDetails,
  campaignTag,
  getCampaignProgress,
  listPlays,
  listPosts,
  listThanked,
  tellOrder,
  type CampaignProgress,
} from '#domain/campaigns/campaigns.ts';
import { faultOfAsked, freeAround, daysFrom, isOpen, totalOf } from '#domain/campaigns/campaigns.rules.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { Campaign } from './campaign-table.ts';
import type { PostView, ProgressView } from './campaign.types.ts';

// Loaders of all campaign pages: the same for everyone, so no session is read.

export function progressView(
  { campaign, status, items, takenDays }: CampaignProgress,
  words: CampaignWords,
): ProgressView {
  const { name, kind, endedAs, opensAt, closesAt, targetCents, collectedCents, supporters } = campaign;
  const { termsVersion, maxPerBuyer, firstDay, days } = campaign;
  return {
    name,
    kind,
    status,
    targetCents,
    collectedCents,
    supporters,
    termsVersion,
    maxPerBuyer,
    result: endedAs,
    opensAtMs: opensAt.getTime(),
    closesAtMs: closesAt.getTime(),
    items: items.map(
      ({
        id,
        kind: is,
        code,
        name: called,
        cents,
        total,
        left,
        maxQuantity,
        choosesDay,
        isSent,
        reach,
        description,
        picture,
        pictureAlt,
      }) => ({
        id,
        kind: is,
        code,
        name: words.items[code]?.name ?? called,
        lead: words.items[code]?.lead ?? (description || null),
        picture,
        pictureAlt,
        cents,
        total,
        left,
        maxQuantity,
        choosesDay,
        isSent,
        reach,
      }),
    ),
    days: firstDay === null || days === null ? null : { first: firstDay, count: days, taken: takenDays },
  };
}

const positiveIntegerUpTo = (given: string | null, most: number): number =>
  given !== null && /^[1-9]\d{0,9}$/.test(given) ? Math.min(Number(given), most) : 0;

/** A post as its page receives it. */
export const postView = ({ id, title, body, picture, pictureAlt, postedAt }: Post): PostView => ({
  id,
  title,
  body,
  picture,
  pictureAlt,
  postedAtMs: postedAt.getTime(),
});

type Post = Awaited<ReturnType<typeof listPosts>>['updates'][number];

const MAX_THANKED = 300;

/** Fresh for seconds only, because a call refreshes its numbers; changes by the station purge it. */
const publicHeaders = (name: string) => publicPage({ freshSeconds: 10, tags: [campaignTag(name)] });

/** The page of a campaign. */
export async function loadLanding({ context, url }: LoaderFunctionArgs, { name, words, page }: Campaign) {
  const { db, now, siteUrl } = context.get(requestContext);
  const progress = await foundOr404(getCampaignProgress({ db, now }, name));
  const shared = url.searchParams.get('item');
  const [plays, thanked, { updates, questions }] = await Promise.all([
    listPlays(db, progress.campaign),
    listThanked(db, progress.campaign, MAX_THANKED),
    listPosts(db, progress.campaign),
  ]);
  return data(
    {
      siteUrl,
      title: words.title,
      description: words.description,
      page: page ?? null,
      progress: progressView(progress, words),
      /** What a supporter shares: the link preview names it. */
      shared: progress.items.find(({ code }) => code === shared)?.code ?? null,
      thanked,
      updates: updates.map(postView),
      questions: questions.map(postView),
      plays: plays.map(({ dayHk, archiveId, startsAt, endsAt }) => ({
        dayHk,
        archiveId,
        atMs: startsAt.getTime(),
        untilMs: endsAt.getTime(),
      })),
    },
    { headers: publicHeaders(name) },
  );
}

/** The current terms, followed by earlier versions that may have been accepted. */
export async function loadTerms({ context }: LoaderFunctionArgs, { name, words, terms }: Campaign) {
  const { db, now, siteUrl } = context.get(requestContext);
  const { campaign } = await foundOr404(getCampaignProgress({ db, now }, name));
  const isCurrent = ({ version }: CampaignTerms) => version === campaign.termsVersion;
  const versions = [...terms.filter(isCurrent), ...terms.filter((one) => !isCurrent(one))];
  return data(
    { siteUrl, name, title: words.name, description: words.description, versions },
    { headers: publicHeaders(name) },
  );
}

/** The choice, from the query. Not cached: the form contains a key of its own. */
export async function loadPayment({ context, url }: LoaderFunctionArgs, { name, words }: Campaign) {
  const { db, now, siteUrl } = context.get(requestContext);
  const progress = await foundOr404(getCampaignProgress({ db, now }, name));
  const { campaign, items, takenDays } = progress;
  const query = url.searchParams;
  const chosen = items.filter(({ kind }) => kind === 'tier' || kind === 'goods');
  const asked = positiveIntegerUpTo(query.get('item'), MAX_ID);
  const item = asked === 0 ? (chosen.length === 1 ? chosen[0] : undefined) : chosen.find(({ id }) => id === asked);
  const day = query.get('day');
  const quantity = positiveIntegerUpTo(query.get('quantity'), 99) || 1;
  const ways = items.filter(({ kind }) => kind === 'delivery');
  const delivery = ways.find(({ id }) => id === positiveIntegerUpTo(query.get('delivery'), MAX_ID)) ?? ways[0];
  const extra = items.find(({ kind }) => kind === 'extra');
  const lines = item
    ? [
        { item, quantity, unit: item.choosesDay ? day : null },
        ...(item.kind === 'goods' && delivery ? [{ item: delivery, quantity: 1, unit: null }] : []),
      ]
    : [];
  const days = campaign.firstDay === null ? [] : daysFrom(campaign.firstDay, campaign.days ?? 0);
  const taken = new Set(takenDays);
  const isTaken = day !== null && taken.has(day);
  const fault: AskRefusal | null = !isOpen(campaign, now)
    ? 'closed'
    : item?.left === 0
      ? 'full'
      : faultOfAsked(lines, { days, maxPerBuyer: campaign.maxPerBuyer, boughtBefore: 0 });
  return {
    siteUrl,
    title: words.name,
    progress: progressView(progress, words),
    /** Idempotency key: pressing twice makes one order. */
    key: randomUUID(),
    itemId: item?.id ?? null,
    day: item?.choosesDay ? day : null,
    isTaken,
    near: isTaken ? freeAround(day, { days, taken }) : [],
    quantity,
    deliveryId: item?.kind === 'goods' ? (delivery?.id ?? null) : null,
    extraId: item?.kind === 'tier' ? (extra?.id ?? null) : null,
    totalCents: totalOf(lines),
    asked: askedDetails(lines.map((line) => line.item)),
    fault,
  };
}

/** Pages of mailed links send no referrer to others, and are not indexed. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  // `no-referrer` would also remove the origin of forms without scripts, which are then refused.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
};

const MAX_CHARS = 100;

/** An order by its signed link, for any holder, logged in or not. */
export async function loadTold({ context, url }: LoaderFunctionArgs, { name, words }: Campaign) {
  const { siteUrl, members, db } = context.get(requestContext);
  const token = (url.searchParams.get('token') ?? '').slice(0, MAX_CHARS);
  const told = await tellOrder({ db, secretKey: members.secretKey }, token);
  const order = told?.campaign.name === name ? told : null;
  const shown = order && {
    orderId: order.orderId,
    kind: order.campaign.kind,
    supporterNo: order.supporterNo,
    totalCents: order.totalCents,
    /** Cancelled or expired: nothing is reserved any more. */
    isOver: order.supporterNo === null && order.lines.every(({ state }) => state === 'released'),
    lines: order.lines.map(({ name: called, code, kind, quantity, unit, cents }) => ({
      name: called,
      code,
      kind,
      quantity,
      unit,
      cents,
    })),
    delivery: {
      state: order.delivery.state,
      tracking: order.delivery.tracking,
      atMs: {
        waiting: order.paidAt?.getTime() ?? null,
        packed: order.delivery.packedAt?.getTime() ?? null,
        sent: order.delivery.sentAt?.getTime() ?? null,
        received: order.delivery.receivedAt?.getTime() ?? null,
      },
    },
    asked: order.asked,
    isComplete: order.isComplete,
    airNameState: order.airNameState,
    isNamed: order.isNamed,
    plays: order.plays.map(({ dayHk, archiveId, startsAt, endsAt }) => ({
      dayHk,
      archiveId,
      atMs: startsAt.getTime(),
      untilMs: endsAt.getTime(),
    })),
    returned: order.returned,
    withStaffCents: order.withStaffCents,
    storyToken: order.storyToken,
    payPath: order.isGuest
      ? moneyPaths.guestOrders({ order: order.orderId })
      : moneyPaths.cancelPayment({ order: order.orderId }),
  };
  return data(
    {
      siteUrl,
      name,
      title: words.name,
      description: words.description,
      thanks: words.thanks,
      thanksWords: order?.supporterNo == null ? '' : words.thanksWords(order.supporterNo),
      failure: words.failure,
      order: shown,
    },
    { status: token !== '' && shown === null ? 404 : 200, headers: PRIVATE_HEADERS },
  );
}
