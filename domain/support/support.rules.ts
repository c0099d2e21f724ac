import { parseCode } from '#domain/diagnostics/diagnostics.rules.ts';
import { emailKeyOf, maskedEmail } from '#domain/forms/email.rules.ts';
import { normalizeInput } from '#domain/forms/normalize-input.rules.ts';
import { maskedPhone } from '#domain/phones/phone-number.rules.ts';
import { parseReceiptNo } from '#domain/receipts/receipts.rules.ts';
import { isPossibleId } from '#shared/ids.ts';

/** What a member can be found by. */
export type LookUpKey =
  | { kind: 'member' | 'order'; id: number }
  | { kind: 'email'; emailKey: string }
  | { kind: 'phone'; phoneNo: string }
  | { kind: 'receipt'; receipt: NonNullable<ReturnType<typeof parseReceiptNo>> }
  | { kind: 'diagnostic'; code: string };

const PHONE = /^\d{6,15}$/;

/** What a text may mean; a bare number may be a member, an order or a phone. Empty: nothing that can be looked up. */
export function lookUpKeys(asked: string): LookUpKey[] {
  const text = asked.trim().normalize('NFKC');
  if (text.includes('@')) return [{ kind: 'email', emailKey: emailKeyOf(normalizeInput('email', text, {})) }];
  const receipt = parseReceiptNo(text.toUpperCase());
  if (receipt !== null) return [{ kind: 'receipt', receipt }];
  const code = parseCode(text);
  if (code !== null) return [{ kind: 'diagnostic', code }];
  const keys: LookUpKey[] = [];
  const [, sign = '', digits = ''] = /^(#?)(\d{1,10})$/.exec(text) ?? [];
  const id = Number(digits);
  if (digits !== '' && isPossibleId(id)) {
    keys.push({ kind: 'member', id });
    if (sign === '') keys.push({ kind: 'order', id });
  }
  const phoneNo = normalizeInput('phone_no', text, {});
  if (sign === '' && PHONE.test(phoneNo)) keys.push({ kind: 'phone', phoneNo });
  return keys;
}

/** The number of a member, of which staff see the masked form. An address is known by its form. */
export interface Contact {
  phoneNo: string | null;
}

const ADDRESS = /[^\s@<>"，。；：、]+@[^\s@<>"，。；：、]+/gu;
/** Digits, also with spaces or hyphens between them. */
const DIGITS = /\d(?:[\s-]*\d)+/gu;

/** Masks every address in a text, and the number of the member however it is spaced. */
function maskedText(text: string, { phoneNo }: Contact): string {
  const withoutAddress = text.replaceAll(ADDRESS, (address) => maskedEmail(address));
  if (!phoneNo) return withoutAddress;
  return withoutAddress.replaceAll(DIGITS, (written) => {
    const digits = written.replaceAll(/\D/g, '');
    return digits.includes(phoneNo) ? digits.replaceAll(phoneNo, maskedPhone(phoneNo)) : written;
  });
}

/** The same value with every text in it masked: also those that members and staff typed, and errors of mail servers. */
export function masked<T>(value: T, contact: Contact): T {
  if (typeof value === 'string') return maskedText(value, contact) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => masked(item, contact)) as T;
  if (typeof value === 'object' && value !== null && !(value instanceof Date))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, contact)])) as T;
  return value;
}

export const TIMELINE_SOURCES = [
  'log-in',
  'security',
  'order',
  'payment',
  'refund',
  'mail',
  'text',
  'call',
  'staff',
] as const;
export type TimelineSource = (typeof TIMELINE_SOURCES)[number];

/** Parts of the timeline that can be shown alone. */
export const TIMELINE_PARTS = {
  access: ['log-in', 'security'],
  money: ['order', 'payment', 'refund'],
  messages: ['mail', 'text', 'call'],
  staff: ['staff'],
} as const satisfies Record<string, readonly TimelineSource[]>;
export type TimelinePart = keyof typeof TIMELINE_PARTS;
export const TIMELINE_PART_NAMES = Object.keys(TIMELINE_PARTS) as [TimelinePart, ...TimelinePart[]];

/** Position in a timeline: the entry after which it continues. */
export interface TimelineCursor {
  at: Date;
  source: string;
  id: string;
}

/** Text form: `1790000000000.mail.12`. */
export const cursorText = ({ at, source, id }: TimelineCursor): string => `${at.getTime()}.${source}.${id}`;

export const CURSOR = /^(\d{1,13})\.([a-z-]{1,20})\.(\d{1,18})$/;

/** Null if the text is no cursor. */
export function parseCursor(text: string): TimelineCursor | null {
  const [, ms, source, id] = CURSOR.exec(text) ?? [];
  return ms === undefined ? null : { at: new Date(Number(ms)), source: source!, id: id! };
}
