import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { openGuard, withHuman } from '#app/forms/human.server.ts';
import { readPosted, refusedForm } from '#app/forms/member-posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';
import { forgetPassword } from '#domain/auth/auth.ts';
import { guestsOnly, onTo, siteOf, visitorOf } from './visitor.server.ts';

export async function loader({ context }: LoaderFunctionArgs) {
  await guestsOnly(context);
  return { ...siteOf(context), guard: openGuard(context, 'forget') };
}

/** Leads to the same page whether there is such an account or not. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { members } = context.get(requestContext);
  let posted: Record<string, string> = {};
  try {
    posted = await readPosted(request);
    const { services, given } = await withHuman(members, posted, context);
    await forgetPassword(services, given, visitorOf(context));
    return onTo(paths.resetPasswordMailSent());
  } catch (error) {
    return refusedForm(error, posted);
  }
}
