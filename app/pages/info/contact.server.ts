import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { openForm, takePostedForm } from '#app/forms/form-guard.server.ts';
import { requestContext } from '#app/context.server.ts';
import { paths } from '#app/paths.ts';

/** Not kept for others: the form carries a key of its own. */
export function loader({ context }: LoaderFunctionArgs) {
  return { siteUrl: context.get(requestContext).siteUrl, guard: openForm('contact', context) };
}

/** Takes the form where no scripts run. */
export function action({ request, context }: ActionFunctionArgs) {
  return takePostedForm('contact', request, context, paths.contactUsResult({ type: 'sent' }));
}
