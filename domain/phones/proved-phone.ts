import type { Tx } from '#db/database.ts';
import { type Visitor } from '#domain/auth/auth.ts';
import { recordSecurityEvent } from '#domain/security-events/security-events.ts';
import { lockMemberPhone, saveVerifiedPhone } from '#domain/members/members.ts';
import { findOpenPhoneChange, markPhoneChangeDone } from './phone-changes.store.ts';
import { maskedPhone, type PhoneNumber } from './phone-number.rules.ts';

/**
 * Assigns a verified number to a member. `taken`: another member has already verified it; `stale`: the member has since
 * requested another number.
 */
export async function saveProvedPhone(
  tx: Tx,
  {
    memberId,
    phoneChangeId,
    phoneNo,
    phoneNoCountry,
  }: PhoneNumber & { memberId: number; phoneChangeId: number | null },
  { now, remoteIp, userAgent }: Visitor,
): Promise<'saved' | 'taken' | 'stale'> {
  // Waits for a concurrent account recovery, which voids the change.
  const present = await lockMemberPhone(tx, memberId);
  if (phoneChangeId === null) {
    if (present?.phoneNo !== phoneNo || present.phoneNoCountry !== phoneNoCountry) return 'stale';
  } else if (!(await findOpenPhoneChange(tx, { memberId, id: phoneChangeId, now }))) return 'stale';
  if ((await saveVerifiedPhone(tx, { memberId, phoneNo, phoneNoCountry, now })) === 'taken') return 'taken';
  if (phoneChangeId !== null) await markPhoneChangeDone(tx, phoneChangeId);
  const isSame = present?.phoneNo === phoneNo && present.phoneNoCountry === phoneNoCountry;
  const detail = { phone: maskedPhone(phoneNo), ...(isSame && { same: 'yes' }) };
  await recordSecurityEvent(tx, { memberId, kind: 'phone-changed', userAgent, remoteIp, detail, now });
  return 'saved';
}
