import { redirect, type RouterContextProvider } from 'react-router';
import { requestContext } from '#app/context.server.ts';
import { submitForm } from '#domain/contact/contact.ts';
import type { FormName } from '#domain/contact/contact.rules.ts';
import { readFormBody } from '#domain/forms/forms.ts';
import { normalizeInputs } from '#domain/forms/normalize-input.rules.ts';
import { MAX_PICTURE_BYTES } from '#domain/forms/picture.rules.ts';
import { refusedForm } from './posted.server.ts';

/** Submits a form to the station; redirects to `sentPath`, or returns the form with its input. */
export async function takeFormToStation(
  form: FormName,
  request: Request,
  context: Readonly<RouterContextProvider>,
  sentPath: string,
) {
  const { contact, now, remoteIp } = context.get(requestContext);
  let values: Record<string, string> = {};
  try {
    const type = request.headers.get('content-type');
    const body = await readFormBody(request.body, type, { fileBytes: MAX_PICTURE_BYTES });
    values = normalizeInputs(body.values);
    await submitForm(contact, form, { ...body, values }, { now, remoteIp, mayUseTicket: true });
  } catch (error) {
    return refusedForm(error, values);
  }
  return redirect(sentPath, 303);
}
