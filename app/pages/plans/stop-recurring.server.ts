import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { paths } from '#app/paths.ts';
import { proofOf } from './change-plan.server.ts';
import { moneyPage, orRefusal, takePosted } from './money-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const [profile, proof] = await Promise.all([page.doors.findProfile(page.actor.memberId), proofOf(page)]);
  return {
    siteUrl: page.siteUrl,
    proof,
    freeMinutes: page.freeMinutes,
    profile: profile && {
      planName: profile.planName,
      state: profile.state,
      renewOn: profile.renewOn,
      renewCents: profile.renewCents,
      endsAtMs: profile.endsAt?.getTime() ?? null,
    },
  };
}

/** A provider that does not answer has its own page: the wish to stop is kept, and what is charged after it goes back. */
export const action = (args: ActionFunctionArgs) =>
  takePosted(args, async ({ doors, actor }, given) => {
    if (given['intent'] === 'resume') await doors.resumeRecurring(actor, { password: given['password'] });
    else {
      const { refusal } = await orRefusal(doors.stopRecurring(actor));
      if (refusal !== null && refusal !== 'noRecurringProfile') return redirect(paths.stopRecurringFail(), 303);
    }
    return redirect(paths.stopRecurring(), 303);
  });

export async function failLoader(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const profile = await page.doors.findProfile(page.actor.memberId);
  // It was stopped since: nothing has failed any more.
  if (profile === null || profile.state === 'stopped') throw redirect(paths.stopRecurring(), 303);
  return { siteUrl: page.siteUrl };
}
