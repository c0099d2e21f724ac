/** Sender and notes about such a mail. */
export const SIGN_OFF = 'CR電台會員服務';
export const NO_REPLY = '此電郵由系統自動發出，請勿回覆。';

/** 2026年11月21日 14:05 */
export const momentWords = (year: number, month: number, day: number, clock: string): string =>
  `${year}年${month}月${day}日 ${clock}`;

export const greeting = (name: string): string => (name ? `${name}，你好：` : '你好：');
