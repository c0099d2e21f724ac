import type { LoaderFunctionArgs } from 'react-router';
import { getMemberHistory } from '#domain/subscriptions/subscriptions.ts';
import { deviceName } from '#domain/security-events/user-agent.rules.ts';
import { ownPage } from './own-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const { db, actor, now, siteUrl } = await ownPage(args);
  const { plans, recurring, changes } = await getMemberHistory(db, actor.memberId, now);
  return {
    siteUrl,
    plans: plans.map(({ id, planName, state, startsAt, endsAt }) => ({
      id,
      planName,
      state,
      startsAtMs: startsAt.getTime(),
      endsAtMs: endsAt.getTime(),
    })),
    recurring: recurring.map(({ id, planName, state, cardScheme, cardLast4, cardEndsOn }) => ({
      id,
      planName,
      state,
      cardScheme,
      cardLast4,
      cardEndsOn,
    })),
    changes: changes.map(({ id, kind, userAgent, happenedAt }) => ({
      id,
      kind,
      device: deviceName(userAgent),
      atMs: happenedAt.getTime(),
    })),
  };
}
