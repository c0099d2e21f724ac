// The door: what pages, the server and other modules may call.

export type { MemberServices } from './member-services.ts';

// Becoming a member.
export { changeRegistrationEmail, openRegistration, register, resendWait, resendWelcomeEmail } from './registration.ts';
export { setPassword } from './set-password.ts';
export { newcomerMailer } from './account-mails.ts';

// The account.
export { cancelAddressChange, resendAddressChange, sendVerifyEmail, takeMailedLink } from './email-address.ts';
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
export { listConsents } from './consents.ts';
export { setLeaving } from './accounts.store.ts';

// The numbers of members and of registrations. How they are proved is the business of the module phones.
export {
  findMemberPhone,
  findRegistrationPhone,
  hasVerifiedPhone,
  markRegistrationPhoneVerified,
  savePhone,
  saveVerifiedPhone,
} from './phone-numbers.ts';
