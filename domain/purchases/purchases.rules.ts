/** Why a payment failed, as a page explains it. */
export type RefusalReason = 'declined' | 'insufficientFunds' | 'expiredCard' | 'notAuthenticated' | 'providerDown';

/** The reason in a provider's own words of a refusal. Unknown codes count as a refusal by the bank. */
export function refusalReasonOf(refusal: Record<string, unknown>): RefusalReason {
  const said = JSON.stringify(refusal).toUpperCase();
  if (/INSUFFICIENT|"51"/.test(said)) return 'insufficientFunds';
  if (/EXPIRED_CARD|"54"/.test(said)) return 'expiredCard';
  if (/AUTHENTICATION/.test(said)) return 'notAuthenticated';
  if (/SYSTEM_ERROR|SERVER|TIMED_OUT/.test(said)) return 'providerDown';
  return 'declined';
}
