const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const document = (verbs: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
const say = (text: string, loop = 1) =>
  `<Say language="zh-HK"${loop > 1 ? ` loop="${loop}"` : ''}>${escape(text)}</Say>`;

/** Response without an action. */
export const EMPTY_TWIML = document('');

export const HANGUP_TWIML = document('<Hangup/>');

/** Rejects the call unanswered, so that neither side is charged. */
export const REJECT_TWIML = document('<Reject reason="busy"/>');

/** Says the prompt twice; after a key press `keyUrl` determines what follows. Without one the call ends. */
export const promptTwiml = (prompt: string, keyUrl: string): string =>
  document(
    `<Gather numDigits="1" timeout="8" method="POST" action="${escape(keyUrl)}">${say(prompt, 2)}</Gather><Hangup/>`,
  );

export const sentencesTwiml = (sentences: readonly string[]): string =>
  document(`${sentences.map((sentence) => say(sentence)).join('<Pause length="1"/>')}<Hangup/>`);
