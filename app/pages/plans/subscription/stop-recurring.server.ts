import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { resumeRecurring, stopRecurring } from '#domain/renewals/renewals.ts';
import { findProfile } from '#domain/subscriptions/profiles.ts';
import { DomainError, RESPONSE_CODES } from '#shared/domain-error.ts';
import { proofOf } from './change-plan.server.ts';
import { moneyPage, takePosted } from '#app/pages/plans/money-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const [profile, proof] = await Promise.all([findProfile(page, page.actor.memberId), proofOf(page)]);
  return {
    siteUrl: page.siteUrl,
    proof,
    freeMinutes: page.freeMinutes,
    profile: profile && {
      state: profile.state,
      renewOn: profile.renewOn,
      renewCents: profile.renewCents,
      endsAtMs: profile.endsAt?.getTime() ?? null,
    },
  };
}

/** Temporary refusals by a provider, or by a batch that holds the profile, have their own page. */
const LATER = new Set<number | string>([RESPONSE_CODES.unavailable.code, 31001]);

export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ subscriptions, actor, db, now }, given) => {
    if (given['intent'] === 'resume') {
      await resumeRecurring(subscriptions, actor, { password: given['password'] }, now);
      // The plan and its next charge, not the page that offers to stop it again.
      return redirect(paths.memberHistory(), 303);
    }
    try {
      await stopRecurring(db, actor.memberId, now);
    } catch (error) {
      if (!(error instanceof DomainError) || !LATER.has(RESPONSE_CODES[error.errorName].code)) throw error;
      return redirect(moneyPaths.stopRecurringFail(), 303);
    }
    return redirect(moneyPaths.stopRecurring(), 303);
  });

export async function failLoader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const profile = await findProfile(page, page.actor.memberId);
  // It has been stopped since: no failure any more.
  if (profile === null || profile.state === 'stopped') throw redirect(moneyPaths.stopRecurring(), 303);
  /** Whether the stop is queued: then it happens without another press. */
  return { siteUrl: page.siteUrl, isKept: profile.state === 'stopping' };
}
