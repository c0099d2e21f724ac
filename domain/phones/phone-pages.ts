import { findMemberPhone } from '#domain/members/phone-numbers.ts';
import type { PhoneNumber } from './phone-number.rules.ts';
import { findLiveRequest } from './phone-requests.store.ts';
import type { PhoneServices } from './phone-services.ts';
import { presentRequest } from './phones.present.ts';
import { isLive, lapsed } from './phones.rules.ts';
import { findPhoneWish } from './phones.ts';

// What pages show of the proving of phones, in the fields of the calls.

export { presentRequest, presentSms } from './phones.present.ts';

/** How a member's number stands. */
export interface PhonePage {
  mode: PhoneServices['mode'];
  isSmsOnly: boolean;
  /** The number of the account. */
  present: (PhoneNumber & { isVerified: boolean }) | null;
  /** The number that the member wants and has not proved yet. */
  wish: (PhoneNumber & { changeId: number }) | null;
  /** The request that is under way; looking begins none. */
  request: ReturnType<typeof presentRequest> | null;
}

export async function phonePage(services: PhoneServices, memberId: number, now: Date): Promise<PhonePage> {
  const { db, mode, isSmsOnly } = services;
  const phone = await findMemberPhone(db, memberId);
  const row = mode === 'p2a' ? await findLiveRequest(db, memberId) : null;
  return {
    mode,
    isSmsOnly,
    present:
      phone?.phoneNo && phone.phoneNoCountry !== null
        ? {
            phoneNo: phone.phoneNo,
            phoneNoCountry: phone.phoneNoCountry,
            isVerified: phone.phoneVerifiedAt !== null,
          }
        : null,
    wish: await findPhoneWish(services, memberId, now),
    request: row && isLive(lapsed(row, now)) ? presentRequest(row, { now, isSmsOnly }) : null,
  };
}
