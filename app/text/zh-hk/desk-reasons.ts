const logInWays: Record<string, string> = { code: '驗證碼', passkey: '通行密鑰', invitation: '邀請' };
/** Why somebody acted. Empty for an action that asks for no reason, as that has its own name for one. */
export const reasonText = (action: string, reason: string): string => {
  if (action === 'staff.log-in') return logInWays[reason] ?? reason;
  return /^[a-z-]+\.[a-z-]+$/.test(reason) ? '' : reason;
};
