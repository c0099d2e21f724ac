// The door: what pages, the server and other modules may call.

export type { MemberServices } from './member-services.ts';

// The account.
export { cancelAddressChange, resendAddressChange, sendVerifyEmail, takenAs, takeMailedLink } from './email-address.ts';
export {
  changePreference,
  getProfile,
  removeDevices,
  updateDisplayName,
  updateDob,
  updateGender,
  updateRealName,
  updateResolution,
  updateUserSetting,
} from './profile.ts';
export { noteDevice, noteDevices } from './devices.ts';
export { listConsents, recordConsents } from './consents.ts';
export { checkDomainOf } from './mail-domains.ts';
export { mailAccountExists } from './account-mails.ts';
export { insertMember, markEmailVerified, setLeaving } from './accounts.store.ts';

// Phone numbers of members. Their verification belongs to the module phones.
export { findMemberPhone, hasVerifiedPhone, lockMemberPhone, savePhone, saveVerifiedPhone } from './phone-numbers.ts';
