/**
 * The text with a code. The code comes first; the last line binds it to our host, so that phones autofill it on our
 * pages only (origin-bound one-time codes).
 */
export const smsBody = (code: string, host: string): string =>
  `${code}是你的CR電台驗證碼，5分鐘內有效。請勿告訴任何人，本台職員亦不會向你索取。\n\n@${host} #${code}`;

/** Spoken until the callee presses a key, so that voice mail never records a code. */
export const VOICE_PROMPT =
  '你好，呢度係CR電台。你正在驗證電話號碼，請撳任何一個數字掣，聽驗證碼。如果唔係你本人要求，請直接收線。';

const DIGITS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Spoken after a key was pressed, one entry a sentence. The digits are read twice, separated by pauses. */
export function voiceSentences(code: string): string[] {
  const digits = code
    .split('')
    .map((digit) => DIGITS[Number(digit)] ?? '')
    .join('，');
  return [`你嘅驗證碼係：${digits}。`, `再講多一次：${digits}。`, '多謝，再見。'];
}

export const VOICE_OVER = ['呢個驗證碼已經失效，請喺網頁再要求一次。再見。'];
