import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { refusedForm } from '#app/forms/posted.server.ts';
import { moneyPaths } from '#app/money-paths.ts';
import { paths } from '#app/paths.ts';
import { readFormBody } from '#domain/forms/forms.ts';
import { normalizeInputs } from '#domain/forms/normalize-input.rules.ts';
import { MAX_PICTURE_BYTES } from '#domain/forms/picture.rules.ts';
import {
  addReceipt,
  applyOffline,
  cancelOffline,
  listOfflineApplications,
  offlinePrices,
  type ShownApplication,
} from '#domain/offline-applications/offline-applications.ts';
import { formNotice } from '#domain/settings/settings.ts';
import { moneyPage, positiveInteger, orRefusal } from '#app/pages/plans/money-page.server.ts';

const SHOWN = 20;

export const applicationView = (one: ShownApplication) => ({
  id: one.id,
  state: one.state,
  paymentMethod: one.paymentMethod,
  plans365: one.plans365,
  extra30days: one.extra30days,
  totalCents: one.totalCents,
  createdAtMs: one.createdAt.getTime(),
  dueOn: one.dueOn,
  decidedWhy: one.decidedWhy,
  hasReceipt: one.hasReceipt,
});
export type ApplicationView = ReturnType<typeof applicationView>;

/** 1 and 2 are the same to the applicant. */
const isPending = ({ state }: Pick<ShownApplication, 'state'>) => state <= 2;

async function applications(args: LoaderFunctionArgs) {
  const page = await moneyPage(args);
  const rows = await listOfflineApplications(page.db, page.actor.memberId, SHOWN);
  return { page, rows, pending: rows.find(isPending) ?? null };
}

export async function loader(args: LoaderFunctionArgs) {
  const { page, rows, pending } = await applications(args);
  // Withdrawn: no new applications, but existing ones show their state.
  const { given: prices } = await orRefusal(offlinePrices(page));
  return {
    siteUrl: page.siteUrl,
    notice: await formNotice(page, { off: 'pay.offline', note: 'note.offline' }),
    prices: prices && { ...prices, ...page.payee },
    pending: pending && applicationView(pending),
    rows: rows.map(applicationView),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { offline, actor, now } = await moneyPage(args);
  let values: Record<string, string> = {};
  try {
    const type = args.request.headers.get('content-type');
    const body = await readFormBody(args.request.body, type, { fileBytes: MAX_PICTURE_BYTES });
    values = normalizeInputs(body.values);
    if (values['intent'] === 'cancel') {
      await cancelOffline(offline, actor, positiveInteger(values['thing']));
      return redirect(paths.offlineSubscription(), 303);
    }
    const receipt = body.files.get('receipt') ?? null;
    if (values['intent'] === 'receipt') {
      await addReceipt(offline, actor, { id: positiveInteger(values['thing']), receipt }, now);
      return redirect(paths.offlineSubscription(), 303);
    }
    await applyOffline(offline, actor, { ...values, receipt }, now);
    return redirect(moneyPaths.offlineSubscriptionSuccess(), 303);
  } catch (error) {
    const refused = refusedForm(error, values);
    return data(
      { ...refused.data, intent: values['intent'] ?? '', thing: values['thing'] ?? '' },
      refused.init ?? undefined,
    );
  }
}

/** For the pending application; a later visit shows its current state. */
export async function doneLoader(args: LoaderFunctionArgs) {
  const { page, pending } = await applications(args);
  if (pending === null) throw redirect(paths.offlineSubscription(), 303);
  return { siteUrl: page.siteUrl, pending: applicationView(pending) };
}

export async function failedLoader(args: LoaderFunctionArgs) {
  const { page, pending } = await applications(args);
  // It did arrive.
  if (pending !== null) throw redirect(moneyPaths.offlineSubscriptionSuccess(), 303);
  return { siteUrl: page.siteUrl };
}
