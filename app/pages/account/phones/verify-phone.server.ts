import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { openGuard } from '#app/forms/guard.server.ts';
import { qrCodeOf } from '#app/components/qr-code/qr-code.server.ts';
import { requestContext } from '#app/context.server.ts';
import { readForm } from '#domain/forms/forms.ts';
import { PHONE_FORMS } from '#domain/phones/phone-forms.rules.ts';
import { VERIFICATION_FORMS, VOICE_CODE_FORM } from '#domain/phone-verification/verification-forms.rules.ts';
import { getProfile } from '#domain/members/members.ts';
import { phonePage, presentRequest, type PhonePage } from '#domain/phone-verification/phone-pages.ts';
import * as requests from '#domain/phone-verification/phone-requests.ts';
import { isVerifiable } from '#domain/phones/phone-number.rules.ts';
import { updatePhoneNo } from '#domain/phones/phones.ts';
import { sendMemberSms, verifyMemberSms } from '#domain/phone-verification/sms-codes.ts';
import { triggerVoice, verifyVoice } from '#domain/phone-verification/voice-codes.ts';
import { PhoneVerificationChannel as Channel } from '#shared/enums.ts';
import { takeIntent, type Change, type Given } from '#app/pages/account/account-posted.server.ts';
import { ownerProofOf, ownPage } from '#app/pages/account/own-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const owner = await ownPage(args);
  const { phones, members, actor, now, siteUrl } = owner;
  const page = await phonePage(phones, actor.memberId, now);
  const { hasPassword } = await getProfile(members, actor.memberId, now);
  const { wanted, request } = page;
  return {
    siteUrl,
    guard: openGuard(args.context, 'phone'),
    proof: await ownerProofOf(owner, hasPassword),
    isDemo: args.context.get(requestContext).isDemo,
    ...page,
    isVerifiable: wanted !== null && isVerifiable(wanted),
    /** QR codes for the phone's camera, so that no digits have to be copied. */
    qr: request && qrOf(request),
  };
}

function qrOf({ verify_type: type, station_phone_no: no, text_code: code }: NonNullable<PhonePage['request']>) {
  if (type === Channel.VOICE_OTP) return null;
  return qrCodeOf(type === Channel.CALL ? `tel:${no}` : `SMSTO:${no}:${code}`);
}

const readRequestName = (memberId: number, given: Given, now: Date): requests.RequestName => {
  const fields = readForm(
    VERIFICATION_FORMS.p2aRequest,
    { ...given, p2a_verification_request_id: Number(given['p2a_verification_request_id']) },
    now,
  );
  return {
    memberId,
    id: fields.p2a_verification_request_id,
    pageInstance: fields.page_instance,
    phoneNo: fields.verifying_phone_no,
  };
};

const told = (row: requests.PhoneRequestRow, now: Date, isSmsOnly: boolean) => ({
  told: { request: presentRequest(row, { now, isSmsOnly }) },
});

/** A change to the request that the page names. */
const step =
  (door: typeof requests.openCall): Change =>
  async ({ phones, actor, now, visitor }, given) =>
    told(await door(phones, readRequestName(actor.memberId, given, now), visitor), now, phones.isSmsOnly);

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    number: async ({ phones, actor, now, visitor }, given) => {
      const verifySms = phones.mode !== 'disabled';
      const fields = readForm(PHONE_FORMS.updatePhoneNo, { ...given, verify_sms: verifySms }, now);
      const phone = { phoneNo: fields.phone_no, phoneNoCountry: fields.phone_no_country };
      await updatePhoneNo(phones, actor, { phone, verifySms, password: given['password'] }, visitor);
    },
    sendSms: async ({ phones, actor, now, visitor }) => {
      const { wish } = await phonePage(phones, actor.memberId, now);
      await sendMemberSms(phones, { memberId: actor.memberId, changeId: wish?.changeId ?? null }, visitor);
    },
    verifySms: async ({ phones, actor, now, visitor }, given) => {
      const { random_salt: randomSalt, verify_code: code } = readForm(VERIFICATION_FORMS.verifySms, given, now);
      await verifyMemberSms(phones, { memberId: actor.memberId, randomSalt, code, human: given }, visitor);
    },
    begin: async ({ phones, actor, now, visitor }) =>
      told(await requests.createRequest(phones, actor.memberId, visitor), now, phones.isSmsOnly),
    openSms: step(requests.openSms),
    openCall: step(requests.openCall),
    openVoice: step(requests.openVoice),
    trigger: step(triggerVoice),
    check: async ({ phones, actor, now, visitor }, given) => {
      const name = readRequestName(actor.memberId, given, now);
      const how = { verifyType: Number(given['verify_type']), isLast: false };
      return told(await requests.checkRequest(phones, name, how, visitor), now, phones.isSmsOnly);
    },
    verifyVoice: async ({ phones, actor, now, visitor }, given) => {
      const { verify_code: code } = readForm(VOICE_CODE_FORM, given, now);
      const name = readRequestName(actor.memberId, given, now);
      return told(await verifyVoice(phones, name, { code, human: given }, visitor), now, phones.isSmsOnly);
    },
  });
