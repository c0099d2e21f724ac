import { data, redirect, redirectDocument, type ActionFunctionArgs } from 'react-router';
import { campaignPaths } from '#app/campaign-paths.ts';
import { requestContext } from '#app/context.server.ts';
import { readPosted, refusedForm } from '#app/forms/posted.server.ts';
import type { FormReply } from '#app/forms/form.types.ts';
import { foundOr404 } from '#app/params.server.ts';
import {
  askedDetails,
  forgetProgress,
  getCampaignProgress,
  orderOfToken,
  readDetails,
  saveDetails,
} from '#domain/campaigns/campaigns.ts';
import { BUYER_FORM, GUEST_FORM } from '#domain/campaigns/campaign-forms.rules.ts';
import { readForm } from '#domain/forms/forms.ts';
import {
  askGuestProof,
  demandCheckout,
  guestCookie,
  guestOf,
  proveGuest,
  sellAtOnce,
  type Buyer,
} from '#domain/sales/sales.ts';
import { DomainError } from '#shared/domain-error.ts';

// Actions of campaign pages. The visitor is identified here, and nowhere else on these pages.

/** Reply to a page: the form's reply, the refusal in the campaign's words, and whether a code was mailed. */
export interface PressReply extends FormReply {
  why: string | null;
  /** Message of staff who switched it off. */
  said: string | null;
  /** Address to which a code was mailed: its field is to be filled in. */
  provesEmail: string | null;
  isSaved: boolean;
}

const NOTHING: PressReply = {
  faults: [],
  problem: null,
  retryAfterSeconds: null,
  values: {},
  why: null,
  said: null,
  provesEmail: null,
  isSaved: false,
};

type Given = Readonly<Record<string, string>>;

function whyOf(error: unknown): string | null {
  if (!(error instanceof DomainError)) return null;
  const { detail, errorName } = error;
  if (typeof detail === 'object' && detail !== null && 'fault' in detail) return String(detail.fault);
  if (errorName === 'quotaFull') return 'full';
  return errorName === 'productNotFound' ? 'closed' : null;
}

const saidOf = (error: unknown): string | null =>
  error instanceof DomainError && error.errorName === 'functionSuspended' && typeof error.detail === 'string'
    ? error.detail
    : null;

function refused(error: unknown, given: Given, over: Partial<PressReply> = {}) {
  const reply = refusedForm(error, given);
  return data(
    { ...NOTHING, ...reply.data, why: whyOf(error), said: saidOf(error), ...over } satisfies PressReply,
    reply.init ?? undefined,
  );
}

/** Input returned to the form, without secrets. */
const typed = (given: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'verify_code'));

const positiveInteger = (given: string | undefined): number =>
  given !== undefined && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;

/** The logged-in member with a verified address; null for a guest. */
async function memberOf(args: ActionFunctionArgs): Promise<Buyer | null> {
  const actor = await args.context.get(requestContext).actor();
  if (actor.kind !== 'member') return null;
  if (!actor.isEmailVerified) throw new DomainError('forbidden', { fault: 'unverified' });
  return { kind: 'member', memberId: actor.memberId };
}

const MAX_CODE_CHARS = 64;

interface Proof {
  buyer: Buyer | null;
  /** Address whose mailed code has not been entered. */
  asksCodeOf: string | null;
  setCookie: string | null;
}

/** The guest: as verified by this browser, or by a mailed code, in two submissions of one form. */
async function provedGuest(args: ActionFunctionArgs, given: Given): Promise<Proof> {
  const { db, now, remoteIp, members } = args.context.get(requestContext);
  const { email } = readForm(GUEST_FORM, given, now);
  const known = await guestOf(members, args.request.headers.get('cookie'), now);
  if (known?.email.toLowerCase() === email.toLowerCase()) return { buyer: known, asksCodeOf: null, setCookie: null };
  const code = given['verify_code'] ?? '';
  // A code mailed to another address than the current one verifies nothing.
  if (code !== '' && given['proves_email'] === email) {
    const guest = await proveGuest(members, { email, verify_code: code }, { now, remoteIp });
    return { buyer: guest, asksCodeOf: null, setCookie: guestCookie(members, guest, now) };
  }
  // Before a code is mailed for nothing.
  await demandCheckout({ db, now }, { kind: 'guest' });
  await askGuestProof(members, { email }, { now, remoteIp });
  return { buyer: null, asksCodeOf: email, setCookie: null };
}

/** A member's `code` discounts the chosen item, not delivery or donations. */
function linesOf(given: Given, items: readonly { id: number; kind: string }[], code: string | null) {
  const line = (id: number, quantity: number, unit: string | null, promotionCode: string | null = null) => {
    const item = items.find((one) => one.id === id);
    if (!item) throw new DomainError('productNotFound', { fault: 'nothing' });
    return { kind: item.kind, id, unit, quantity, promotionCode };
  };
  const delivery = positiveInteger(given['delivery']);
  const extra = positiveInteger(given['extra']);
  const extraId = items.find(({ kind }) => kind === 'extra')?.id;
  return [
    line(positiveInteger(given['item']), positiveInteger(given['quantity']) || 1, given['day'] || null, code),
    ...(delivery > 0 ? [line(delivery, 1, null)] : []),
    ...(extra > 0 && extraId !== undefined ? [line(extraId, extra, null)] : []),
  ];
}

/** Opens the order for the choice and redirects to its checkout, which is a separate document. */
export async function pay(args: ActionFunctionArgs, name: string) {
  const { db, now, remoteIp, sales } = args.context.get(requestContext);
  const { items } = await foundOr404(getCampaignProgress({ db, now }, name));
  let given: Record<string, string> = {};
  let provesEmail: string | null = null;
  let setCookie: string | null = null;
  const headers = () => {
    const made = new Headers();
    if (setCookie !== null) made.append('set-cookie', setCookie);
    return made;
  };
  try {
    given = await readPosted(args.request);
    provesEmail = given['proves_email'] || null;
    const member = await memberOf(args);
    const code = member === null ? '' : (given['code'] ?? '').trim().slice(0, MAX_CODE_CHARS);
    const lines = linesOf(given, items, code || null);
    // All input is validated before any mail is sent.
    const chosen = lines.flatMap(({ id }) => items.filter((item) => item.id === id));
    readDetails(askedDetails(chosen), given, now);
    readForm(BUYER_FORM, given, now);
    const proof = member ? { buyer: member, asksCodeOf: null, setCookie: null } : await provedGuest(args, given);
    setCookie = proof.setCookie;
    if (proof.buyer === null)
      return data({ ...NOTHING, values: typed(given), provesEmail: proof.asksCodeOf } satisfies PressReply);
    const asked = {
      productType: 'Campaign' as const,
      lines,
      termsVersion: given['terms_version'] ?? null,
      idempotencyKey: given['key'] ?? null,
    };
    // Campaigns have no sale queue.
    const { order, checkoutPath } = await sellAtOnce(sales, proof.buyer, asked, { now, remoteIp });
    forgetProgress(db, name);
    await saveDetails({ db, now }, proof.buyer, order.id, given);
    return redirectDocument(checkoutPath, { status: 303, headers: headers() });
  } catch (error) {
    const reply = refused(error, given, { provesEmail: setCookie === null ? provesEmail : null });
    // A verification is kept, even if something else was refused.
    return setCookie === null ? reply : data(reply.data, { ...reply.init, headers: headers() });
  }
}

/** Details that a buyer completes or changes later, on the order's page. */
export async function change(args: ActionFunctionArgs, name: string) {
  const { db, now, members } = args.context.get(requestContext);
  const token = new URL(args.request.url).searchParams.get('token') ?? '';
  const orderId = orderOfToken(members.secretKey, token);
  let given: Record<string, string> = {};
  try {
    given = await readPosted(args.request);
    if (orderId === null) throw new DomainError('dataNotFound');
    const buyer = (await memberOf(args)) ?? (await guestOf(members, args.request.headers.get('cookie'), now));
    if (buyer === null) throw new DomainError('notAuthenticated', { fault: 'notYours' });
    await saveDetails({ db, now }, buyer, orderId, given);
    return redirect(campaignPaths.result(name, 'success', token), 303);
  } catch (error) {
    return refused(error, given);
  }
}
