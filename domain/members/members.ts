// The door: what pages, the server and other modules may call.

export type { MemberServices } from './member-services.ts';

// The account.
export {
  cancelAddressChange,
  mailVerificationAgain,
  resendAddressChange,
  sendVerifyEmail,
  takenAs,
  takeMailedLink,
} from './email/email-address.ts';
export {
  changePreference,
  getProfile,
  listDevices,
  removeDevices,
  updateDisplayName,
  updateDob,
  updateGender,
  updateRealName,
  updateResolution,
  updateUserSetting,
} from './profile/profile.ts';
export { devicesChangeableAt as devicesLockedUntil } from './profile/profile.rules.ts';
export { noteDevice, noteDevices } from './profile/devices.ts';
export { listConsents, recordConsents } from './profile/consents.ts';
export { checkDomainOf } from './email/mail-domains.ts';
export { mailAccountExists } from './email/account-mails.ts';
export { insertMember, markEmailVerified, setLeaving, unlockDevices } from './accounts.store.ts';
export { lockMembers, movePhone, setMergedInto, type MergingMember } from './merged-accounts.store.ts';

// Phone numbers of members. Their verification belongs to the module phones.
export { findMemberPhone, hasVerifiedPhone, lockMemberPhone, savePhone, saveVerifiedPhone } from './phone-numbers.ts';
