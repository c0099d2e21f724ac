import { redirect, type LoaderFunctionArgs } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { CAMPAIGNS } from '#app/pages/campaigns/campaign-table.ts';
import { paths } from '#app/paths.ts';
import type { Db } from '#db/database.ts';
import { findOffer } from '#domain/buying/buying.ts';
import { listOwnPages } from '#domain/campaigns/campaigns.ts';
import { moneyPage, orLater, orRefusal, planView } from '#app/pages/plans/money-page.server.ts';

const MAX_CHARS = 40;
/** Campaigns sell on their own pages. */
async function campaignPlaces(db: Db) {
  const made = await listOwnPages(db);
  return [...CAMPAIGNS.map(({ name, words }) => ({ name, title: words.name })), ...made].map(({ name, title }) => ({
    campaign: title,
    path: campaignPaths.root(name),
  }));
}

/** The offer of a link or code. A typed code redirects to the page of its offer. */
export async function loader(args: LoaderFunctionArgs) {
  const typed = (args.url.searchParams.get('code') ?? '').trim().slice(0, MAX_CHARS);
  if (typed !== '') throw redirect(paths.promotion(typed), 303);
  const { db, now, subscriptions, actor, siteUrl, visitor } = await moneyPage(args);
  const code = (args.params['code'] ?? '').slice(0, MAX_CHARS);
  if (code === '') return orLater({ siteUrl, code, offer: null, refusal: null, retryAfterSeconds: null });
  const typing = { memberId: actor.memberId, remoteIp: visitor.remoteIp };
  const { given, refusal, retryAfterSeconds } = await orRefusal(
    findOffer({ db, now, products: subscriptions.products }, code, typing),
  );
  const offer =
    given &&
    (given.gives === 'days'
      ? { gives: given.gives, name: given.name, days: given.days, endsAtMs: given.endsAt.getTime() }
      : given.gives === 'product'
        ? {
            gives: given.gives,
            name: given.name,
            endsAtMs: given.endsAt.getTime(),
            soldAt: given.kind === 'campaign' ? await campaignPlaces(db) : [{ campaign: null, path: given.path }],
            isFree: given.isFree,
            code: given.code,
          }
        : {
            gives: given.gives,
            name: given.name,
            endsAtMs: given.endsAt.getTime(),
            plans: given.plans.map(({ plan, totalCents }) => ({ ...planView(plan), totalCents })),
          });
  return orLater({ siteUrl, code, offer, refusal, retryAfterSeconds });
}
