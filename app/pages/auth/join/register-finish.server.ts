import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router';
import { openGuard } from '#app/forms/guard.server.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import { requestContext } from '#app/context.server.ts';
import {
  changeRegistrationEmail,
  openRegistration,
  resendWait,
  resendWelcomeEmail,
} from '#domain/registration/registration.ts';
import { readForm } from '#domain/forms/forms.ts';
import { SMS_CODE_FORM } from '#domain/phone-verification/verification-forms.rules.ts';
import { isVerifiable, maskedPhone } from '#domain/phones/phone-number.rules.ts';
import { waitingRegistrationSms } from '#domain/phone-verification/phone-pages.ts';
import { sendRegistrationSms, verifyRegistrationSms } from '#domain/phone-verification/sms-codes.ts';
import { secretOf, SESSION_COOKIES } from '#shared/http/session-cookie.ts';
import { guestsOnly, siteOf, visitorOf } from '#app/pages/auth/visitor.server.ts';

const saltOf = (request: Request) => secretOf(request.headers.get('cookie'), SESSION_COOKIES.registration) ?? '';

async function waiting(request: Request, context: Readonly<RouterContextProvider>) {
  const { db, now, phones } = context.get(requestContext);
  const registration = await openRegistration(db, saltOf(request), now);
  if (registration === null) return null;
  const { id: registrationId, email, phoneNo, phoneNoCountry, phoneVerifiedAt } = registration;
  const isBySms = phones.mode === 'a2p' && isVerifiable(registration);
  return {
    email,
    resendAfterSeconds: resendWait(registration, now),
    phone: isBySms ? maskedPhone(phoneNo) : null,
    isPhoneVerified: phoneVerifiedAt !== null,
    /** The valid texted code, also after a reload. */
    sms: isBySms ? await waitingRegistrationSms(phones, { registrationId, phoneNo, phoneNoCountry }, now) : null,
  };
}

/** Remaining steps of this browser's registration. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await guestsOnly(context);
  return { ...siteOf(context), guard: openGuard(context, 'phone'), registration: await waiting(request, context) };
}

/** Result of an accepted action. */
export interface FinishReply {
  done: 'resend' | 'change' | 'send' | 'verify';
}

/** A malformed code is reported as such; the salt comes from the browser. */
async function verify(posted: Record<string, string>, randomSalt: string, context: Readonly<RouterContextProvider>) {
  const { now, phones } = context.get(requestContext);
  const { verify_code: code } = readForm(SMS_CODE_FORM, posted, now);
  await verifyRegistrationSms(phones, { randomSalt, code, human: posted }, visitorOf(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { members, phones } = context.get(requestContext);
  const randomSalt = saltOf(request);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(request);
    switch (given['intent']) {
      case 'send':
        await sendRegistrationSms(phones, { randomSalt }, visitorOf(context));
        return data<FinishReply>({ done: 'send' });
      case 'verify':
        await verify(given, randomSalt, context);
        return data<FinishReply>({ done: 'verify' });
      case 'change':
        await changeRegistrationEmail(members, randomSalt, given, visitorOf(context));
        return data<FinishReply>({ done: 'change' });
      case undefined:
      default:
        await resendWelcomeEmail(members, randomSalt, visitorOf(context));
        return data<FinishReply>({ done: 'resend' });
    }
  } catch (error) {
    const refused = refusedForm(error, given);
    return data({ ...refused.data, intent: given['intent'] ?? '' }, refused.init ?? undefined);
  }
}
