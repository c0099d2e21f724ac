import type { GuestResultKind, MessagePageKind } from '#shared/enums.ts';

export type MessageButton = 'logIn' | 'back' | 'memberInfo' | 'memberHistory' | 'subscription';

/** A member's action for each kind (the default of R-151). */
const FOR_MEMBERS: Record<MessagePageKind, MessageButton> = {
  contactCs: 'back',
  show404: 'back',
  show500: 'back',
  emailNotVerified: 'memberInfo',
  tvodEmailNotVerified: 'memberInfo',
  transactionProcessing: 'memberHistory',
  subscriptionExisted: 'memberHistory',
  promotionCodeInvalid: 'subscription',
  subscribeServiceInvalid: 'subscription',
};

/**
 * Buttons of a message page, the main one first. A guest can log in from each; links to member pages follow only
 * after that. `hasPlans`: there is a page that sells plans.
 */
export function buttonsOfMessage(
  kind: MessagePageKind,
  { isMember, hasPlans }: { isMember: boolean; hasPlans: boolean },
): MessageButton[] {
  const fitting = FOR_MEMBERS[kind];
  if (fitting === 'back') return isMember ? ['back'] : ['back', 'logIn'];
  const first = isMember && fitting !== 'subscription' ? [fitting] : [];
  const plans: MessageButton[] = fitting === 'subscription' && hasPlans ? ['subscription'] : [];
  return isMember ? [...first, ...plans, 'back'] : ['logIn', ...plans, 'back'];
}

/** Buttons of a result page: a visitor who is now logged in finds the result in the account. */
export const buttonsOfResult = (kind: GuestResultKind, { isMember }: { isMember: boolean }): MessageButton[] => [
  isMember ? (kind.endsWith('Failure') ? 'memberHistory' : 'memberInfo') : 'logIn',
  'back',
];

/** The member page that login should lead to. */
export const afterLogIn = (kind: MessagePageKind | GuestResultKind): 'memberInfo' | 'memberHistory' => {
  if (kind.endsWith('Failure')) return 'memberHistory';
  return kind in FOR_MEMBERS && FOR_MEMBERS[kind as MessagePageKind] === 'memberHistory'
    ? 'memberHistory'
    : 'memberInfo';
};
