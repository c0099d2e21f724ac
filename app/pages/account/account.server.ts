import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import {
  cancelAddressChange,
  resendAddressChange,
  sendVerifyEmail,
  getProfile,
  updateDisplayName,
  updateDob,
  updateGender,
  updateRealName,
} from '#domain/members/members.ts';
import { cancelPhoneChange, findOpenPhoneChange } from '#domain/phones/phones.ts';
import { VerificationPurpose } from '#shared/enums.ts';
import { takeIntent } from './account-posted.server.ts';
import { ownerProofOf, ownPage } from './own-page.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const page = await ownPage(args);
  const { db, members, actor, now } = page;
  const { member, hasPassword, pendingAddress: pending } = await getProfile(members, actor.memberId, now);
  const wish = await findOpenPhoneChange(db, { memberId: actor.memberId, now });
  return {
    siteUrl: page.siteUrl,
    proof: await ownerProofOf(page, hasPassword),
    hasPassword,
    displayName: member.displayName,
    surname: member.surname,
    givenName: member.givenName,
    email: member.email,
    pendingEmail: pending && {
      email: pending.email,
      askedAtMs: pending.askedAt.getTime(),
      expiresAtMs: pending.expiresAt.getTime(),
    },
    pendingPhone: wish && {
      phoneNo: wish.phoneNo,
      phoneNoCountry: wish.phoneNoCountry,
      askedAtMs: wish.createdAt.getTime(),
      expiresAtMs: wish.expiresAt.getTime(),
    },
    isEmailVerified: member.emailVerifiedAt !== null,
    phoneNo: member.phoneNo,
    phoneNoCountry: member.phoneNoCountry,
    isPhoneVerified: member.phoneVerifiedAt !== null,
    gender: member.gender,
    dob: member.dob,
  };
}

export const action = (args: ActionFunctionArgs) =>
  takeIntent(args, {
    displayName: ({ members, actor, now }, given) => updateDisplayName(members, actor, given, now),
    realName: ({ members, actor, now }, given) => updateRealName(members, actor, given, now),
    gender: ({ members, actor, now }, given) => updateGender(members, actor, given, now),
    dob: ({ members, actor, now }, given) => updateDob(members, actor, given, now),
    email: ({ members, actor, visitor }, given) =>
      sendVerifyEmail(
        members,
        actor,
        { ...given, type: VerificationPurpose.CHANGE_USER_LOGIN_EMAIL, email: given['email'] },
        visitor,
      ),
    cancelEmail: ({ members, actor, visitor }) => cancelAddressChange(members, actor, visitor),
    resendEmail: ({ members, actor, visitor }) => resendAddressChange(members, actor, visitor),
    cancelPhone: ({ phones, actor, visitor }) => cancelPhoneChange(phones, actor, visitor),
    verifyEmail: async ({ members, actor, now, visitor }) => {
      const { member } = await getProfile(members, actor.memberId, now);
      const given = { type: VerificationPurpose.VERIFY_EMAIL, email: member.email };
      await sendVerifyEmail(members, actor, given, visitor);
    },
  });
