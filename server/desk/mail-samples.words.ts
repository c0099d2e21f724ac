import { auditHeadMail } from '#domain/audit/audit.mail.ts';
import { mergedMail, noAccountMail, resetMail } from '#domain/auth/auth.mail.ts';
import { boughtMail, creditMail, giftMail } from '#domain/buying/buying.mail.ts';
import { givenBackMail, playedMail, refusedNameMail, sentMail, thanksMail } from '#domain/campaigns/campaigns.mail.ts';
import { answerMail, formMail } from '#domain/contact/contact.mail.ts';
import {
  reminderMail,
  ticketEndedMail,
  ticketGivenMail,
  ticketMail,
  ticketReceivedMail,
} from '#domain/events/events.mail.ts';
import {
  answeredMail,
  cancelledMail as eventOffMail,
  invitedMail,
  offeredMail,
} from '#domain/invitations/invitations.mail.ts';
import { ledgerHeadMail } from '#domain/ledger/ledger.mail.ts';
import type { Mail } from '#domain/mail/mail.ts';
import { textKeyOf, type MemberMail } from '#domain/mail/member-letter.ts';
import { accountExistsMail, addressTakenMail, changeEmailMail, verifyMail } from '#domain/members/members.mail.ts';
import { morningMail } from '#domain/morning-mail/morning-mail.mail.ts';
import {
  cancelledMail,
  grantedMail,
  receiptMissingMail,
  receivedMail,
  refusedMail,
} from '#domain/offline-applications/offline-applications.mail.ts';
import { noticeMail } from '#domain/push/mailing/notices.mail.ts';
import { accountErasedMail } from '#domain/privacy/privacy.mail.ts';
import { chargebackMail, receiptMail, refundNoteMail } from '#domain/receipts/receipts.mail.ts';
import { welcomeMail } from '#domain/registration/registration.mail.ts';
import {
  cardChangedMail,
  chargeFailedMail,
  chargeNoticeMail,
  planChangedMail,
  renewalLinkMail,
  renewedMail,
  stoppedMail,
} from '#domain/renewals/renewals.mail.ts';
import { familyInvitationMail, familyJoinedMail } from '#domain/families/families.mail.ts';
import { guestCodeMail, guestLinkMail } from '#domain/sales/sales.mail.ts';
import { securityMail } from '#domain/security-events/security-events.mail.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from '#domain/security-events/security-events.rules.ts';
import type { MailSamples } from '#domain/settings/mail-samples.types.ts';
import { breakGlassMail, invitationMail } from '#domain/staff/staff.mail.ts';

// Every mail of the station with invented content, as the desk shows it. What staff may change is read from these: the words of
// the code and their placeholders.

const AT = new Date('2026-11-28T12:00:00Z');
const url = 'https://radio.example/member/xxxx';
const deskUrl = 'https://desk.radio.example';
const to = { key: 'sample', recipient: 'reader@radio.example', name: '大文' };
const time = { planName: '月費計劃', first: '2026-11-28', last: '2026-12-27' };
const NOTICES = [
  { kind: 'replay' as const, title: '夜航', body: '', path: '/program/archives/881' },
  { kind: 'sale' as const, title: '網上直播', body: '', path: '/live-event/1' },
];
const noticeUrls = { siteUrl: 'https://radio.example', stopUrl: url, settingsUrl: url };
const offline = { id: 881, cents: 98_800, url };
const receipt = {
  id: 1,
  again: '',
  no: 'R2026-000881',
  amount: 'HK$98.00',
  item: '月費計劃',
  memberId: 1,
  recipient: to.recipient,
  name: to.name,
  url,
  storyUrl: url,
  file: { maker: 'receipt', id: 1, name: 'R2026-000881.pdf', mimeType: 'application/pdf' },
};
const event = { title: '秋夜音樂會', startsAt: AT, doorsAt: new Date('2026-11-28T11:30:00Z'), url };
const guest = {
  id: 1,
  email: to.recipient,
  givenName: to.name,
  title: '聽眾日',
  venue: '一號錄音室',
  startsAt: AT,
  url,
};
const buyer = { memberId: 1, email: to.recipient, name: to.name };
const pledge = { orderId: 881, supporterNo: 88, lines: [{ name: '明信片一套', quantity: 2 }], cents: 20_000, url };
const chargeback = { ...receipt, factId: 1 };
const failed = { planName: time.planName, cents: 9_800, graceLast: '2026-12-05', payUrl: url };

const security = (kind: SecurityEventKind, detail: Record<string, string> = {}, at = 0): MemberMail =>
  securityMail({
    id: 1,
    at,
    kind,
    detail: { name: '手提電腦', email: 'n***w@radio.example', from: 'o***d@radio.example', ...detail },
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
    remoteIp: '203.0.113.8',
    location: '香港',
    now: AT,
    recipient: to.recipient,
    name: to.name,
    ...(kind === 'email-change-asked' && { link: url }),
  });

const mails: readonly MemberMail[] = [
  welcomeMail({ ...to, url }),
  accountExistsMail({ ...to, url }),
  addressTakenMail({ ...to, url }),
  verifyMail({ ...to, url }),
  changeEmailMail({ ...to, url, until: AT }),
  resetMail({ ...to, url }),
  noAccountMail({ ...to, url }),
  mergedMail({ ...to, url, into: 'k***t@radio.example' }),
  noticeMail({ ...to, memberId: 1 }, [NOTICES[0]!], noticeUrls),
  noticeMail({ ...to, memberId: 1 }, NOTICES, noticeUrls),
  accountErasedMail({ memberId: 1, to: to.recipient }),
  ...SECURITY_EVENTS.map((kind) => security(kind)),
  security('email-change-cancelled', { by: 'mail' }),
  security('email-changed', {}, 1),
  security('sessions-ended', { by: 'staff' }),
  security('account-merged', { into: 'k***t@radio.example' }),
  boughtMail(to, { ...time, next: { day: '2026-12-28', cents: 9_800, stopUrl: url } }),
  boughtMail(to, { ...time, next: null }),
  giftMail(to, { planName: time.planName, days: 30, code: 'XXXX-XXXX-XXXX', redeemUrl: url, last: '2027-11-28' }),
  familyInvitationMail({ key: to.key, recipient: to.recipient, payerEmail: 'payer@radio.example', until: AT, url }),
  familyJoinedMail({ key: to.key, memberId: 1, recipient: to.recipient, greeting: `${to.name}：`, name: '小明', url }),
  creditMail(to, { days: 3, why: '11月20日廣播中斷', last: '2026-12-30' }),
  renewedMail(to, { ...time, cents: 9_800, nextDay: '2027-01-28', stopUrl: url }),
  chargeNoticeMail(to, { planName: time.planName, day: '2026-12-28', cents: 9_800, last4: '4242', stopUrl: url }),
  chargeFailedMail(to, { ...failed, nextTry: '2026-12-01' }),
  chargeFailedMail(to, { ...failed, nextTry: null }),
  renewalLinkMail(to, { planName: time.planName, last: time.last, daysLeft: 7, payUrl: url }),
  stoppedMail(to, { planName: time.planName, last: time.last }),
  planChangedMail(to, { ...time, paidCents: 5_000, creditLeftCents: 1_200 }),
  cardChangedMail(to, { last4: '4242' }),
  receivedMail(to, { ...offline, dueOn: '2026-12-11', hasReceipt: true }),
  receivedMail(to, { ...offline, dueOn: '2026-12-11', hasReceipt: false }),
  receiptMissingMail(to, offline),
  grantedMail(to, { ...offline, first: '2026-11-28', last: '2027-11-27' }),
  refusedMail(to, { ...offline, why: '相片不清楚' }),
  cancelledMail(to, offline),
  receiptMail(receipt),
  receiptMail({ ...receipt, memberId: null }),
  refundNoteMail(receipt),
  refundNoteMail({ ...receipt, memberId: null }),
  chargebackMail({ ...chargeback, endsAccess: true }),
  chargebackMail({ ...chargeback, endsAccess: false }),
  guestCodeMail({ ...to, code: '881903' }),
  guestLinkMail({ ...to, url }),
  ticketMail(to, { ...event, quantity: 2 }),
  ticketGivenMail(to, { ...event, email: 'f***d@radio.example' }),
  ticketReceivedMail(to, event),
  ticketEndedMail(to, event),
  reminderMail(to, event),
  invitedMail(guest, AT),
  answeredMail(guest, { seats: 2, answeredAt: AT }),
  offeredMail(guest, { seats: 2, until: AT }),
  eventOffMail(guest, '八號風球'),
  thanksMail(buyer, { ...pledge, kind: 'pledge' }),
  thanksMail(buyer, { ...pledge, kind: 'sale' }),
  givenBackMail(buyer, { orderId: 881, cents: 20_000, isByHand: false, url }),
  givenBackMail(buyer, { orderId: 881, cents: 20_000, isByHand: true, url }),
  sentMail(buyer, { orderId: 881, tracking: 'RR123456789HK', url }),
  playedMail(buyer, { orderId: 881, day: '2026-11-28', url }),
  refusedNameMail(buyer, { orderId: 881, name: '一個名字', url }),
];

const fields = { topic: 'programme', name: to.name, email: to.recipient, message: '節目好好聽。' };
const letter = { id: 881, form: 'contact' as const, fields, to: to.recipient };
const head = '5f'.repeat(32);
const morning = morningMail(
  { accountId: 1, email: to.recipient, name: to.name },
  '2026-11-27',
  { listening: null, takings: { receivedCents: 1_234_500, refundedCents: 9_800 }, letters: { open: 3 } },
  deskUrl,
);

/** To staff, or with content of its own: shown, and not changed. */
const fixed: readonly Mail[] = [
  answerMail({ ...letter, answerId: 1, text: '多謝你的意見。', replyTo: 'contact@radio.example' }),
  formMail({ ...letter, pictureSha256: null, isChecked: true }),
  invitationMail(to.recipient, { name: to.name, url, expiresAt: AT, key: 'sample' }),
  breakGlassMail(to.recipient, { name: '一位同事', why: '廣播中斷', until: AT, deskUrl, key: 'sample' }),
  ...(morning === null ? [] : [morning]),
  auditHeadMail({ position: 881, hash: head }, to.recipient),
  ledgerHeadMail({ dayHk: '2026-11-27', seals: 812, hash: head }, to.recipient),
];

export const mailSamples: MailSamples = [
  ...mails.map((mail) => ({ key: textKeyOf(mail), mail })),
  ...fixed.map((mail) => ({ key: mail.template, mail })),
];
