/** A refund that staff handle. In formal written Chinese. */
export const refundText = {
  title: '退款由職員跟進',
  amount: (amount: string) => `退款未完成 ${amount}`,
  /** It may have been made without confirmation, so the text does not call it unpaid. */
  words: (amount: string) =>
    `退款 ${amount} 未能自動完成，本台未確認款項已退回。職員已收到通知並會跟進，你毋須重新申請；完成後，這裏會更新。`,
  write: (order: number) => `如有查詢，請聯絡本台，並提供訂單編號 ${order}。`,
  toWrite: '聯絡我們',
} as const;
