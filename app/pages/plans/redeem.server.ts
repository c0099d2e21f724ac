import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { paths } from '#app/paths.ts';
import type { Redemption } from './money-doors.types.ts';
import { moneyPage, orRefusal, takePosted } from './money-page.server.ts';

const SHOWN = 50;
const MOST_CHARS = 40;
const view = ({ id, code, name, days, endsAt, redeemedAt }: Redemption) => ({
  id,
  code,
  name,
  days,
  endsAtMs: endsAt?.getTime() ?? null,
  redeemedAtMs: redeemedAt.getTime(),
});

/** A code that costs nothing: what it gives is said before it is used. */
export async function loader(args: LoaderFunctionArgs) {
  const { doors, actor, siteUrl } = await moneyPage(args, ['code']);
  const code = (args.url.searchParams.get('code') ?? '').slice(0, MOST_CHARS);
  const [redemptions, looked] = await Promise.all([
    doors.listRedemptions(actor.memberId, SHOWN),
    code === '' ? { given: null, refusal: null } : orRefusal(doors.redeemable(code, actor.memberId)),
  ]);
  const { given, refusal } = looked;
  return {
    siteUrl,
    code,
    refusal,
    gives: given && { ...given, startsAtMs: given.startsAt.getTime(), endsAtMs: given.endsAt.getTime() },
    redemptions: redemptions.map(view),
  };
}

/** A refusal is told beside the code. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ doors, actor }, given) => {
    await doors.redeem(actor, (given['code'] ?? '').slice(0, MOST_CHARS));
    return redirect(paths.redeemSuccess(), 303);
  });

/** The newest of what was redeemed, whenever somebody comes to see it. */
export async function doneLoader(args: LoaderFunctionArgs) {
  const { doors, actor, siteUrl } = await moneyPage(args);
  const [newest] = await doors.listRedemptions(actor.memberId, 1);
  if (newest === undefined) throw redirect(paths.redeem(), 303);
  return { siteUrl, redemption: view(newest) };
}

export async function failedLoader(args: LoaderFunctionArgs) {
  const { siteUrl } = await moneyPage(args);
  return { siteUrl };
}
