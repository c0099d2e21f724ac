import { describe, expect, it } from 'vitest';
import { PRODUCT_TYPES } from '#shared/payment-enums.ts';
import { readPdf } from '#tests/factories/money/read-pdf.ts';
import { drawReceipt, drawSummary } from './receipt-pdf.ts';
import type { IssuedReceipt } from './receipts.store.ts';

const LIMIT_BYTES = 60_000;
const issuedAt = new Date('2026-11-21T12:00:05+08:00');
const plan = { kind: 'subscription', name: '節目重溫計劃（250日）', quantity: 1, unitCents: 38_800, discountCents: 0 };
const content = { lines: [plan], method: 'card', gateway: 'mpgs', reference: 'MP26112100000123' };
const member = { id: 7, email: 'me@member.example', surname: '陳', givenName: '大文', displayName: '小文' };

const receipt: IssuedReceipt = {
  id: 1,
  kind: 'receipt',
  year: 2026,
  number: 123,
  orderId: 4711,
  cents: 38_800,
  paidAt: new Date('2026-11-20T23:30:00+08:00'),
  issuedAt,
  content,
  member,
  guestEmail: null,
  of: null,
};
const refundNote: IssuedReceipt = {
  ...receipt,
  kind: 'refund_note',
  number: 4,
  cents: 12_345,
  of: { kind: 'receipt', year: 2026, number: 123 },
};

const drawn = async (over: Partial<IssuedReceipt> = {}) => readPdf(await drawReceipt({ ...receipt, ...over }));
/** The value next to a name. */
const behind = (lines: readonly string[], name: string) => lines[lines.indexOf(name) + 1];

describe('a receipt', () => {
  it('is read back word for word in both languages, with its number, days, member and amount', async () => {
    const { lines, pages } = await drawn();
    expect(pages).toBe(1);
    for (const words of ['CR電台', '收據', 'Receipt', '信用卡', 'Credit card', '會員', 'Member'])
      expect(lines).toContain(words);
    expect(behind(lines, 'Number')).toBe('R2026-000123');
    expect(behind(lines, 'Date of issue')).toBe('2026年11月21日');
    expect(behind(lines, 'Date of payment')).toBe('2026年11月20日');
    expect(lines).toContain('20 November 2026');
    expect(behind(lines, 'Member')).toBe('陳大文');
    expect(behind(lines, 'Order')).toBe('4711');
    expect(behind(lines, 'Payment number')).toBe('MP26112100000123');
    expect(lines).toContain('節目重溫計劃（250日）');
    expect(behind(lines, 'Total paid')).toBe('HK$388.00');
  });

  it.each([
    ['letters of Hong Kong', '𨋢𡃁㗎啫嘅喺'],
    ['letters that the typeface draws alike', '兪俞内內僞偽'],
    ['what no typeface of ours has', '小明😀(\\)'],
    ['no Chinese', 'Ng Ka-yan'],
  ])('gives a name back as its member wrote it: %s', async (_, givenName) => {
    const { lines } = await drawn({ member: { ...member, surname: '陳', givenName } });
    expect(behind(lines, 'Member')).toBe(`陳${givenName}`);
  });

  it.each(['小明😀', '👩🏽‍🚀小明', '小🇭🇰明', '😀'])('draws no box for the emoji of a name: %s', async (givenName) => {
    const { boxes, lines } = await drawn({ member: { ...member, surname: '陳', givenName } });
    expect(boxes).toBe(0);
    expect(behind(lines, 'Member')).toBe(`陳${givenName}`);
  });

  it('has everything that it is drawn with inside, and less than 60 kB of it', async () => {
    const bytes = await drawReceipt(receipt);
    expect(bytes.length).toBeLessThan(LIMIT_BYTES);
    const { raw } = readPdf(bytes);
    const fonts = [...raw.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name = '']) => name);
    expect(fonts.length).toBeGreaterThan(0);
    for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+ChocolateClassicalSans/);
    expect(raw).toContain('/FontFile2');
    expect(raw).not.toMatch(/\/(URI|JavaScript|Launch)\b/);
  });

  it('tells a screen reader its title, tables, headings and languages', async () => {
    const { tags, raw } = await drawn();
    for (const tag of ['Document', 'H1', 'P', 'Table', 'TR', 'TH', 'TD']) expect(tags).toContain(tag);
    for (const said of ['/Scope /Row', '/Scope /Column', '/Lang (zh-HK)', '/Lang (en-HK)', '/Marked true'])
      expect(raw).toContain(said);
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(raw).toContain('/DisplayDocTitle true');
  });

  it('comes to what was paid, also where its lines alone do not', async () => {
    const lines = [{ ...plan, quantity: 2, discountCents: 1_050 }];
    const cheap = await drawn({ cents: 76_550, content: { ...content, lines } });
    expect(cheap.lines).toEqual(expect.arrayContaining(['HK$388.00', '−HK$10.50', 'HK$765.50']));
    expect(cheap.lines).not.toContain('Other adjustment');
    const credited = await drawn({ cents: 38_000 });
    expect(behind(credited.lines, 'Other adjustment')).toBe('−HK$8.00');
    expect(behind(credited.lines, 'Total paid')).toBe('HK$380.00');
  });

  it.each(PRODUCT_TYPES)('says in English what kind of thing was paid: %s', async (kind) => {
    const { lines } = await drawn({ content: { ...content, lines: [{ ...plan, kind }] } });
    expect(behind(lines, plan.name)).toMatch(/^[A-Z][a-z ,]+$/);
  });

  it('names nobody whose account is gone', async () => {
    const { lines, raw } = await drawn({ member: null });
    expect(lines).not.toContain('Member');
    expect(lines.join()).not.toContain('大文');
    expect(raw).not.toContain('me@member.example');
  });

  it('is the same to the byte whenever it is drawn', async () => {
    const [one, two] = await Promise.all([drawReceipt(receipt), drawReceipt(receipt)]);
    expect(one.equals(two)).toBe(true);
  });
});

it('says on a refund note what went back, and which receipt it takes back', async () => {
  const { lines } = readPdf(await drawReceipt(refundNote));
  expect(lines).toContain('退款通知書');
  expect(behind(lines, 'Number')).toBe('N2026-000004');
  expect(behind(lines, 'Original receipt')).toBe('R2026-000123');
  expect(behind(lines, 'Total refunded')).toBe('HK$123.45');
  expect(lines).not.toContain('HK$388.00');
});

describe('the summary of a year', () => {
  it('has every paper of it, over as many pages as it takes, and what they come to', async () => {
    const papers = Array.from({ length: 40 }, (_, i): IssuedReceipt => ({ ...receipt, number: i + 1 }));
    const { lines, pages } = readPdf(await drawSummary(2026, [...papers, refundNote], issuedAt));
    expect(pages).toBeGreaterThan(1);
    expect(lines).toContain('2026年付款總結');
    const numbers = lines.filter((line) => /^[RN]2026-/.test(line));
    expect(numbers).toEqual([...papers.map((_, i) => `R2026-${String(i + 1).padStart(6, '0')}`), 'N2026-000004']);
    expect(behind(lines, 'Total paid')).toBe('HK$15,520.00');
    expect(behind(lines, 'Total refunded')).toBe('−HK$123.45');
    expect(behind(lines, 'Net amount paid')).toBe('HK$15,396.55');
  });

  it('says so where nothing was paid', async () => {
    const { lines } = readPdf(await drawSummary(2025, [], issuedAt));
    expect(lines).toContain('本年度沒有付款紀錄。');
    expect(behind(lines, 'Total paid')).toBe('HK$0.00');
  });
});
