import { data, type ActionFunctionArgs } from 'react-router';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { AccountReply } from './account-form.tsx';
import { ownPage } from './own-page.server.ts';

type Page = Awaited<ReturnType<typeof ownPage>>;
export type Given = Record<string, string>;
/** Performs an action. Returns result data for the page, beyond success, and cookies for the browser. */
export type Change = (
  page: Page,
  given: Given,
) => Promise<{ told?: Record<string, unknown>; cookies?: readonly (string | undefined)[] } | void>;

/** Handles a form posted by an account page: `intent` names the change, `thing` the item. */
export async function takeIntent(args: ActionFunctionArgs, changes: Readonly<Record<string, Change>>) {
  const page = await ownPage(args);
  let given: Given = {};
  try {
    given = await readPosted(args.request);
    const { intent = '' } = given;
    const change = Object.hasOwn(changes, intent) ? changes[intent] : undefined;
    if (!change) throw new DomainError('invalidParam', 'unknown change');
    const { told = {}, cookies = [] } = (await change(page, given)) ?? {};
    return done(given, told, cookies);
  } catch (error) {
    const refused = refusedForm(error, given);
    const reply: AccountReply = { ...refused.data, ...formKey(given), isDone: false, told: {} };
    return data(reply, refused.init ?? {});
  }
}

const formKey = ({ intent = '', thing = '' }: Given) => ({ intent, thing });

const done = (given: Given, told: Record<string, unknown>, cookies: readonly (string | undefined)[]) =>
  data<AccountReply>(
    { ...formKey(given), isDone: true, told, faults: [], problem: null, retryAfterSeconds: null, values: {} },
    { headers: cookies.flatMap((cookie): [string, string][] => (cookie ? [['Set-Cookie', cookie]] : [])) },
  );
