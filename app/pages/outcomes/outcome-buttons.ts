import type { GuestResultKind, MessagePageKind } from '#shared/enums.ts';

export type MessageButton = 'logIn' | 'back' | 'memberInfo' | 'memberHistory' | 'subscription';

/** What a member does about each kind (the default of R-151). */
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
 * Buttons of a message page, the fitting one first. A guest can log in from each; what a page of members would
 * say to them, it says after that. `hasPlans`: there is a page where plans are sold.
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

/** Buttons of a result page: who is logged in by now finds the result in the account. */
export const buttonsOfResult = (kind: GuestResultKind, { isMember }: { isMember: boolean }): MessageButton[] => [
  isMember ? (kind.endsWith('Failure') ? 'memberHistory' : 'memberInfo') : 'logIn',
  'back',
];

/** The page of members that the log-in should lead to. */
export const afterLogIn = (kind: MessagePageKind | GuestResultKind): 'memberInfo' | 'memberHistory' => {
  if (kind.endsWith('Failure')) return 'memberHistory';
  return kind in FOR_MEMBERS && FOR_MEMBERS[kind as MessagePageKind] === 'memberHistory'
    ? 'memberHistory'
    : 'memberInfo';
};
