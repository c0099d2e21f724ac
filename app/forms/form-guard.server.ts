import { randomUUID } from 'node:crypto';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { FormError, readFormBody, submitForm, ticketOf, type FormBody } from '#domain/contact/contact.ts';
import { HIDDEN_FIELDS, type FormName } from '#domain/contact/contact.schema.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { FormGuard, FormReply } from './visitor-form.tsx';

/** What a form carries from the moment it is opened; made for each visitor, so such a page is kept for nobody. */
export function openForm(form: FormName, context: Readonly<RouterContextProvider>): FormGuard {
  const { contact, now, botCheckWidget } = context.get(requestContext);
  return { key: randomUUID(), ticket: ticketOf(contact, now), botCheckWidget: { ...botCheckWidget, action: form } };
}

const HIDDEN: readonly string[] = Object.values(HIDDEN_FIELDS);

/** What the visitor wrote, for the form that is shown again. */
const written = ({ values }: FormBody) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !HIDDEN.includes(name)));

function problemOf(error: unknown): { problem: NonNullable<FormReply['problem']>; status: number } {
  if (error instanceof DomainError) {
    if (error.errorName === 'tooManyRequests') return { problem: 'busy', status: 429 };
    if (error.errorName === 'tooLarge') return { problem: 'tooLarge', status: 413 };
    if (error.errorName === 'unavailable') return { problem: 'unavailable', status: 503 };
    return { problem: 'unavailable', status: 400 };
  }
  throw error;
}

/** Takes a form that a browser posted by itself; on to `sentPath`, or back to the form with what was written. */
export async function takePostedForm(
  form: FormName,
  request: Request,
  context: Readonly<RouterContextProvider>,
  sentPath: string,
) {
  const { contact, now, remoteIp } = context.get(requestContext);
  let body: FormBody = { values: {}, picture: null };
  try {
    body = await readFormBody(request.body, request.headers.get('content-type'));
    await submitForm(contact, form, body, { now, remoteIp, mayUseTicket: true });
  } catch (error) {
    if (error instanceof FormError) {
      const reply: FormReply = { faults: error.faults, values: written(body), problem: null };
      return data(reply, { status: 400 });
    }
    const { problem, status } = problemOf(error);
    return data<FormReply>({ faults: [], values: written(body), problem }, { status });
  }
  return redirect(sentPath, 303);
}
