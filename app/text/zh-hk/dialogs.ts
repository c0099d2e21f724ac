/** Dialogs. Texts about money are in formal written Chinese. */
export const dialogs = {
  close: '關閉',
  ok: '明白',
} as const;

export const prompts = {
  later: '遲啲先',
  understood: '明白',
  changeCard: '更新信用卡',
  cardExpiring: { title: '信用卡即將到期', words: '請在到期前更新信用卡，否則下次續訂未能扣款。' },
  bocReminder: { title: '中銀卡需要重新授權', words: '請在續訂日前完成授權，否則下次續訂未能扣款。' },
} as const;
