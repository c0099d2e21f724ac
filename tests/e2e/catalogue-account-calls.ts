import { inSiteDatabase } from '#tests/setup/site-database.ts';
import type { CatalogueCall, Known } from './catalogue-call.ts';
import { mailedLink, textedCode } from './members-site.ts';

const texted = (phone: unknown) => textedCode(String(phone));
const mailed = async (email: unknown) =>
  (await mailedLink(String(email), '/member/register/welcome')).split('code=')[1];
const bot = (action: string) => `${crypto.randomUUID()}.action-${action}`;

const registering = ({ email, phone }: { email: string; phone: string }) => ({
  email,
  surname: '陳',
  given_name: '大文',
  dispaly_name: '大文',
  phone_no_country: '852',
  phone_no: phone,
  verify_sms: true,
  gender: 'F',
  dob: '1990-05-17',
  is_subscribe_edm: false,
  under_18_terms: false,
  turnstileToken: bot('register'),
});

const LOG_IN: CatalogueCall = {
  method: 'POST',
  path: '/api/user/login',
  as: 'returning',
  json: (k) => ({ email: k['memberEmail'], password: k['password'], rememberMe: false }),
  reply: ['user_id', 'display_name'],
};

/** Account. */
export const ACCOUNT_CALLS: readonly CatalogueCall[] = [
  LOG_IN,
  { method: 'GET', path: '/api/user/subscribed', as: 'member', reply: ['subscribed'] },
  {
    method: 'POST',
    path: '/api/user/register',
    json: (k) => registering({ email: String(k['newEmail']), phone: String(k['newPhone']) }),
    learns: { randomSalt: 'random_salt' },
  },
  {
    method: 'POST',
    path: '/api/user/sendVerifySms',
    json: (k) => ({ random_salt: k['randomSalt'], turnstileToken: bot('phone') }),
  },
  {
    method: 'POST',
    path: '/api/user/verifySms',
    json: async (k) => ({
      random_salt: k['randomSalt'],
      verify_code: await texted(k['newPhone']),
      turnstileToken: bot('phone'),
    }),
  },
  {
    method: 'POST',
    path: '/api/user/resetPassword',
    json: async (k) => ({
      password: k['password'],
      confirmed_password: k['password'],
      verify_code: await mailed(k['newEmail']),
    }),
  },
  {
    method: 'POST',
    path: '/api/user/register',
    as: 'newcomer',
    json: (k) => registering({ email: `again-${k['newEmail']}`, phone: String(k['nextPhone']) }),
  },
  {
    method: 'POST',
    path: '/api/user/resendWelcomeEmail',
    as: 'newcomer',
    // Another mail is allowed after a minute.
    before: () => inSiteDatabase("update registrations set mailed_at = mailed_at - interval '1 hour'"),
  },
  // There is no registration in that browser.
  { method: 'POST', path: '/api/user/resendWelcomeEmail', as: 'returning', code: 10002 },
  {
    method: 'POST',
    path: '/api/user/forgetPassword',
    json: (k) => ({ email: k['newEmail'], turnstileToken: bot('forget') }),
  },
  {
    method: 'POST',
    path: '/api/user/forgetPassword',
    json: (k) => ({ phone_no: k['newPhone'], turnstileToken: bot('forget') }),
  },
  { method: 'POST', path: '/api/user/checkMX', json: () => ({ domain: 'members.example.com' }) },
  { method: 'POST', path: '/api/user/logout', as: 'returning' },
  { method: 'POST', path: '/api/user/logout', as: 'returning', code: 10004 },
  LOG_IN,
  // As requested by a menu item.
  { method: 'GET', path: '/api/user/logout', as: 'returning' },
];

/** The fields that identify a request for phone verification. */
const p2a = (k: Known) => ({
  page_instance: k['pageInstance'],
  p2a_verification_request_id: k['requestId'],
  verifying_phone_no: k['verifyingPhoneNo'],
});

/** Member info, while phones are verified by a text that we send. */
export const MEMBER_CALLS: readonly CatalogueCall[] = [
  { method: 'POST', path: '/api/userinfo/changePreference', as: 'member', json: () => ({ is_subscribe_edm: true }) },
  { method: 'POST', path: '/api/userinfo/updateDisplayName', as: 'member', json: () => ({ display_name: '阿文' }) },
  {
    method: 'POST',
    path: '/api/userinfo/updateRealName',
    as: 'member',
    json: () => ({ surname: '陳', given_name: '小文' }),
  },
  { method: 'POST', path: '/api/userinfo/updateDob', as: 'member', json: () => ({ dob: '1990-05-18' }) },
  {
    method: 'POST',
    path: '/api/userinfo/mobileDefaultResolution',
    as: 'member',
    json: () => ({ mobileDefaultResolution: 1 }),
  },
  { method: 'POST', path: '/api/userinfo/updateGender', as: 'member', json: () => ({ gender: 'M' }) },
  {
    method: 'POST',
    path: '/api/userinfo/queryDuplicatedPhoneNo',
    as: 'member',
    json: (k) => ({ phone_no_country: '852', phone_no: k['nextPhone'] }),
  },
  {
    method: 'POST',
    path: '/api/userinfo/updatePhoneNo',
    as: 'member',
    json: (k) => ({ verify_sms: true, phone_no_country: '852', phone_no: k['nextPhone'] }),
    reply: ['changeUserPhoneNoRequestId'],
    learns: { phoneChange: 'changeUserPhoneNoRequestId' },
  },
  {
    method: 'POST',
    path: '/api/userinfo/checkPhoneNoAllowVerify',
    as: 'member',
    json: (k) => ({ changeUserPhoneNoRequestId: k['phoneChange'] }),
  },
  {
    method: 'POST',
    path: '/api/userinfo/sendVerifySms',
    as: 'member',
    json: (k) => ({ changeUserPhoneNoRequestId: k['phoneChange'] }),
    learns: { changeSalt: 'random_salt' },
  },
  {
    method: 'POST',
    path: '/api/userinfo/verifySms',
    as: 'member',
    json: async (k) => ({
      random_salt: k['changeSalt'],
      verify_code: await texted(k['nextPhone']),
      turnstileToken: bot('phone'),
    }),
  },
  // The current number, which the subscriber has not verified.
  {
    method: 'POST',
    path: '/api/userinfo/sendVerifySms',
    as: 'subscriber',
    json: () => ({ changeUserPhoneNoRequestId: null }),
  },
  { method: 'POST', path: '/api/userinfo/markArchiveTutorialAsRead', as: 'member' },
  {
    method: 'POST',
    path: '/api/userinfo/updateUserSetting',
    as: 'member',
    json: () => ({ user_setting: { size: 'large' } }),
  },
  {
    method: 'POST',
    path: '/api/userinfo/sendVerifyEmail',
    as: 'member',
    json: (k) => ({ type: 8, email: k['nextEmail'] }),
  },
  // It was verified when the password was set.
  {
    method: 'POST',
    path: '/api/userinfo/sendVerifyEmail',
    as: 'subscriber',
    json: (k) => ({ type: 2, email: k['subscriberEmail'] }),
    code: 10023,
  },
  {
    method: 'POST',
    path: '/api/userinfo/updatePassword',
    as: 'member',
    json: (k) => ({
      old_password: k['password'],
      new_password: k['nextPassword'],
      confirmed_password: k['nextPassword'],
    }),
  },
  { method: 'GET', path: '/api/userinfo/profile', as: 'subscriber', learns: { deviceId: 'device_ids.0' } },
  {
    method: 'POST',
    path: '/api/userinfo/removePaidContentUserDevice',
    as: 'subscriber',
    json: (k) => ({ device_ids: [k['deviceId']] }),
  },
];

/** The rest of it, while members call or text us. */
export const P2A_CALLS: readonly CatalogueCall[] = [
  {
    method: 'POST',
    path: '/api/userinfo/createP2AVerifyRequestOnCurrent',
    as: 'subscriber',
    reply: ['p2a_verification_request_id', 'page_instance', 'verifying_phone_no', 'verify_type'],
    learns: {
      requestId: 'p2a_verification_request_id',
      pageInstance: 'page_instance',
      verifyingPhoneNo: 'verifying_phone_no',
      verifyType: 'verify_type',
    },
  },
  { method: 'POST', path: '/api/userinfo/initP2ASmsVerifyProcess', as: 'subscriber', json: p2a },
  { method: 'POST', path: '/api/userinfo/retryP2ACallVerifyProcess', as: 'subscriber', json: p2a },
  {
    method: 'POST',
    path: '/api/userinfo/checkP2APhoneVerifyStatus',
    as: 'subscriber',
    json: (k) => ({ ...p2a(k), verify_type: k['verifyType'], timeout_check: false }),
    reply: ['status'],
  },
  { method: 'POST', path: '/api/userinfo/initVoiceOtpVerifyProcess', as: 'subscriber', json: p2a },
  { method: 'POST', path: '/api/userinfo/triggerVoiceOtpRequest', as: 'subscriber', json: p2a },
  // An invented code.
  {
    method: 'POST',
    path: '/api/userinfo/verifyVoiceOtp',
    as: 'subscriber',
    json: (k) => ({ ...p2a(k), verify_code: '000000', turnstileToken: bot('phone') }),
    code: 270006,
  },
];

/** Payment, by members with a stored card, a code, and no open order. */
export const PAYMENT_CALLS: readonly CatalogueCall[] = [
  {
    method: 'POST',
    path: '/api/payment/onlineSubscription',
    as: 'member',
    json: (k) => ({ subscription_plan_id: k['planId'], is_autopay: false }),
  },
  {
    method: 'POST',
    path: '/api/payment/promotionOnlineSubscription',
    as: 'member',
    json: (k) => ({
      promotion_code: k['promotionCode'],
      subscription_plan_id: k['planId'],
      is_autopay: false,
      extra_data: { from: 'poster' },
    }),
  },
  {
    method: 'POST',
    path: '/api/payment/salesTransaction',
    as: 'member',
    // The catalogue does not define its shape.
    json: (k) => ({ product_type: 'Livestream', lines: [{ kind: 'livestream', id: k['eventId'] }] }),
  },
  {
    method: 'POST',
    path: '/api/payment/changeCreditCard',
    as: 'subscriber',
    json: (k) => ({ recurring_profile_id: k['profileId'] }),
  },
  { method: 'POST', path: '/api/userinfo/stopRecurring', as: 'subscriber' },
];
