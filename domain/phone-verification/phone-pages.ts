import { findMemberPhone } from '#domain/members/members.ts';
import type { PhoneNumber } from '#domain/phones/phone-number.rules.ts';
import { findLatestRequest, findLiveRequest } from './phone-requests.store.ts';
import type { PhoneServices } from './phone-services.ts';
import { presentRequest } from './phone-verification.present.ts';
import { isLive, lapsed, lateEnd } from './phone-verification.rules.ts';
import { findPhoneWish } from '#domain/phones/phones.ts';
import { waitingMemberSms, type WaitingSms } from './sms-codes.ts';

// State of phone verification for pages, in the wire format of the calls.

export { presentRequest } from './phone-verification.present.ts';
export { waitingRegistrationSms } from './sms-codes.ts';

/** Verification state of a member's number. */
export interface PhonePage {
  mode: PhoneServices['mode'];
  isSmsOnly: boolean;
  /** The number of the account. */
  present: (PhoneNumber & { isVerified: boolean }) | null;
  /** The requested number, not yet verified. */
  wish: (PhoneNumber & { changeId: number }) | null;
  /** The number to verify. Null: nothing to do. */
  wanted: PhoneNumber | null;
  /** The code that was texted and is still valid. */
  sms: WaitingSms | null;
  /** The active request. Viewing the page does not create one. */
  request: ReturnType<typeof presentRequest> | null;
  /** How the last request ended, if none is active. */
  ended: ReturnType<typeof lateEnd>;
}

export async function phonePage(services: PhoneServices, memberId: number, now: Date): Promise<PhonePage> {
  const { db, mode, isSmsOnly } = services;
  const phone = await findMemberPhone(db, memberId);
  const wish = await findPhoneWish(services, memberId, now);
  const present =
    phone?.phoneNo && phone.phoneNoCountry !== null
      ? { phoneNo: phone.phoneNo, phoneNoCountry: phone.phoneNoCountry, isVerified: phone.phoneVerifiedAt !== null }
      : null;
  const number = wish ?? (present?.isVerified ? null : present);
  const wanted = number && { phoneNo: number.phoneNo, phoneNoCountry: number.phoneNoCountry };
  const changeId = wish?.changeId ?? null;
  const live = mode === 'p2a' && wanted ? await findLiveRequest(db, memberId) : null;
  // A request about a number the member no longer wants verifies nothing.
  const isOfWanted = live?.phoneNo === wanted?.phoneNo && live?.phoneChangeId === changeId;
  const request = live && isOfWanted && isLive(lapsed(live, now)) ? presentRequest(live, { now, isSmsOnly }) : null;
  const last = mode === 'p2a' && wanted && !request ? await findLatestRequest(db, { ...wanted, memberId }) : null;
  return {
    mode,
    isSmsOnly,
    present,
    wish,
    wanted,
    sms: mode === 'a2p' && wanted ? await waitingMemberSms(services, { memberId, changeId, phone: wanted }, now) : null,
    request,
    ended: last && lateEnd(last, now),
  };
}
