import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { redeem, redeemable } from '#domain/buying/buying.ts';
import { listRedemptions, type Redemption } from '#domain/promotions/promotions.ts';
import { getMemberHistory } from '#domain/subscriptions/subscriptions.ts';
import { moneyPage, orLater, orRefusal, takePosted } from '#app/pages/plans/money-page.server.ts';

const MAX_CHARS = 40;
const NOTHING = { given: null, refusal: null, retryAfterSeconds: null };
export const redemptionView = ({ id, name, days, productKind, usedAt }: Redemption) => ({
  id,
  name,
  days,
  productKind,
  usedAtMs: usedAt.getTime(),
});

/** A free code: what it gives is shown before it is used. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, subscriptions, actor, now, siteUrl, visitor } = await moneyPage(args);
  const { memberId } = actor;
  const { products } = subscriptions;
  const { remoteIp } = visitor;
  const code = (args.url.searchParams.get('code') ?? '').slice(0, MAX_CHARS);
  const [redemptions, looked] = await Promise.all([
    listRedemptions(db, memberId),
    code === '' ? NOTHING : orRefusal(redeemable({ db, now, products }, code, { memberId, remoteIp })),
  ]);
  const { given, refusal, retryAfterSeconds } = looked;
  return orLater({
    siteUrl,
    code,
    refusal,
    retryAfterSeconds,
    gives:
      given &&
      (given.gives === 'days'
        ? {
            name: given.name,
            days: given.days,
            startsAtMs: given.startsAt.getTime(),
            endsAtMs: given.endsAt.getTime(),
            path: null,
          }
        : { name: given.name, days: null, startsAtMs: 0, endsAtMs: 0, path: given.path }),
    redemptions: redemptions.map(redemptionView),
  });
}

/** A refusal is shown beside the code. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ subscriptions, actor, visitor }, given) => {
    const got = await redeem(subscriptions, actor, (given['code'] ?? '').slice(0, MAX_CHARS), visitor);
    return redirect(got.gives === 'product' ? got.path : moneyPaths.redeemSuccess(), 303);
  });

/** The newest redemption that granted days, and the end of all granted days, whenever the page is opened. */
export async function doneLoader(args: LoaderFunctionArgs) {
  const { actor, db, now, siteUrl } = await moneyPage(args);
  const [redemptions, { plans }] = await Promise.all([
    listRedemptions(db, actor.memberId),
    getMemberHistory(db, actor.memberId, now),
  ]);
  const newest = redemptions.find(({ days }) => days !== null);
  if (newest === undefined) throw redirect(paths.redeem(), 303);
  const endsAtMs = Math.max(0, ...plans.map(({ endsAt }) => endsAt.getTime()));
  return { siteUrl, redemption: redemptionView(newest), endsAtMs: endsAtMs > now.getTime() ? endsAtMs : null };
}

export async function failedLoader(args: LoaderFunctionArgs) {
  const { siteUrl } = await moneyPage(args);
  return { siteUrl };
}
