// Words of mails with placeholders such as `{日數}`.

export const MAX_SUBJECT = 100;
export const MAX_PARAGRAPH = 800;
export const MAX_PARAGRAPHS = 6;

/** Words of a mail that staff may change. The greeting, links, facts and the foot are not among them. */
export interface MailText {
  subject: string;
  paragraphs: readonly string[];
}

const PLACEHOLDER = /\{([^{}\n]{1,20})\}/gu;

/** Replaces each placeholder once: what a value says is text, also if it looks like a placeholder. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);

/** Names of the placeholders of a text, each once. */
export const placeholdersOf = ({ subject, paragraphs }: MailText): string[] => [
  ...new Set([subject, ...paragraphs].flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))),
];

export type TextFault =
  | { fault: 'unknown-placeholder' | 'missing-placeholder'; name: string }
  | {
      fault:
        | 'empty-subject'
        | 'long-subject'
        | 'no-paragraph'
        | 'long-paragraph'
        | 'many-paragraphs'
        | 'control-character';
    };

/** What is wrong with words that replace those of the code. Each placeholder of the code must be used, and no other. */
export function textFaults(code: MailText, given: MailText): TextFault[] {
  const [wanted, has] = [placeholdersOf(code), placeholdersOf(given)];
  const { subject, paragraphs } = given;
  const isBroken = (text: string) => !text.isWellFormed() || /[^\P{Cc}\n]/u.test(text);
  return [
    ...(subject.trim() === '' ? [{ fault: 'empty-subject' } as const] : []),
    ...(subject.length > MAX_SUBJECT ? [{ fault: 'long-subject' } as const] : []),
    ...(paragraphs.length === 0 || paragraphs.some((text) => text.trim() === '')
      ? [{ fault: 'no-paragraph' } as const]
      : []),
    ...(paragraphs.some((text) => text.length > MAX_PARAGRAPH) ? [{ fault: 'long-paragraph' } as const] : []),
    ...(paragraphs.length > MAX_PARAGRAPHS ? [{ fault: 'many-paragraphs' } as const] : []),
    ...(subject.includes('\n') || [subject, ...paragraphs].some(isBroken)
      ? [{ fault: 'control-character' } as const]
      : []),
    ...has.filter((name) => !wanted.includes(name)).map((name) => ({ fault: 'unknown-placeholder' as const, name })),
    ...wanted.filter((name) => !has.includes(name)).map((name) => ({ fault: 'missing-placeholder' as const, name })),
  ];
}
