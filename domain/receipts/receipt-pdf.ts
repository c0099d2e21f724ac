import { dayHkOf } from '#shared/hk-time.ts';
import { exactHk, lineTotalCents } from '#shared/money.ts';
import { drawPaper, type CellText, type Column } from './pdf-paper.ts';
import { buyerName, receiptNo, sumOfLines } from './receipts.rules.ts';
import type { IssuedReceipt } from './receipts.store.ts';
import {
  COLUMNS,
  dayWords,
  FACTS,
  joined,
  kindInEnglish,
  methodWords,
  NOTES,
  STATION,
  SUMS,
  summaryTitle,
  TITLES,
  type Words,
} from './receipts.words.ts';

const ITEM_COLUMNS: readonly Column[] = [
  { head: COLUMNS.item, width: 193, align: 'left' },
  { head: COLUMNS.quantity, width: 50, align: 'right' },
  { head: COLUMNS.unit, width: 80, align: 'right' },
  { head: COLUMNS.discount, width: 80, align: 'right' },
  { head: COLUMNS.amount, width: 80, align: 'right' },
];

const REFUND_COLUMNS: readonly Column[] = [
  { head: COLUMNS.item, width: 363, align: 'left' },
  { head: COLUMNS.amount, width: 120, align: 'right' },
];

const SUMMARY_COLUMNS: readonly Column[] = [
  { head: COLUMNS.day, width: 110, align: 'left' },
  { head: COLUMNS.no, width: 95, align: 'left' },
  { head: COLUMNS.item, width: 188, align: 'left' },
  { head: COLUMNS.amount, width: 90, align: 'right' },
];

const dayOf = (at: Date): Words => dayWords(dayHkOf(at));
const namesOf = ({ content }: IssuedReceipt): string => joined(content.lines.map(({ name }) => name));

/** No name is printed once the member's account is erased. */
const buyerFact = ({ member }: IssuedReceipt): [Words, CellText][] => {
  const name = member && buyerName(member);
  return name ? [[FACTS.buyer, name]] : [];
};

function receiptFacts(receipt: IssuedReceipt, no: string): [Words, CellText][] {
  const { kind, content, orderId, of } = receipt;
  const isReceipt = kind === 'receipt';
  return [
    [FACTS.no, no],
    [FACTS.issued, dayOf(receipt.issuedAt)],
    [isReceipt ? FACTS.paid : FACTS.refunded, dayOf(receipt.paidAt)],
    ...buyerFact(receipt),
    [FACTS.order, String(orderId)],
    ...(of ? [[FACTS.of, receiptNo(of)] satisfies [Words, CellText]] : []),
    [isReceipt ? FACTS.method : FACTS.backTo, methodWords(content.method)],
    [isReceipt ? FACTS.payment : FACTS.refund, content.reference],
  ];
}

/** The items, which add up to the amount paid. */
function itemRows({ cents, content }: IssuedReceipt): CellText[][] {
  const rows = content.lines.map((line): CellText[] => [
    [line.name, kindInEnglish(line.kind)],
    String(line.quantity),
    exactHk(line.unitCents),
    line.discountCents === 0 ? '' : exactHk(-line.discountCents),
    exactHk(lineTotalCents(line)),
  ]);
  const other = cents - sumOfLines(content.lines);
  return other === 0 ? rows : [...rows, [SUMS.other, '', '', '', exactHk(other)]];
}

/** What was refunded; a partial refund cannot be attributed to one line. */
const refundRow = (receipt: IssuedReceipt): CellText[] => [
  [namesOf(receipt), kindInEnglish(receipt.content.lines[0]?.kind ?? '')],
  exactHk(receipt.cents),
];

/** A receipt or a refund note. */
export function drawReceipt(receipt: IssuedReceipt): Promise<Buffer> {
  const no = receiptNo(receipt);
  const [zh, en] = TITLES[receipt.kind];
  return drawPaper({ title: `${zh} ${en} ${no}`, author: STATION[0], at: receipt.issuedAt }, (paper) => {
    paper.letterhead(STATION);
    paper.title([zh, en]);
    paper.facts(receiptFacts(receipt, no));
    if (receipt.kind === 'receipt') paper.table(ITEM_COLUMNS, itemRows(receipt));
    else paper.table(REFUND_COLUMNS, [refundRow(receipt)]);
    paper.sums([[receipt.kind === 'receipt' ? SUMS.paid : SUMS.refunded, exactHk(receipt.cents)]]);
    paper.paragraph(NOTES.issued);
  });
}

function titledItem(receipt: IssuedReceipt): Words {
  const [zh, en] = TITLES[receipt.kind];
  const kind = kindInEnglish(receipt.content.lines[0]?.kind ?? '');
  return [`${zh} ${namesOf(receipt)}`, kind ? `${en}: ${kind}` : en];
}

/** A member's payments and refunds of a year, with totals. */
export function drawSummary(year: number, receipts: readonly IssuedReceipt[], now: Date): Promise<Buffer> {
  const [zh, en] = summaryTitle(year);
  const centsOf = (kind: IssuedReceipt['kind']) =>
    receipts.filter((receipt) => receipt.kind === kind).reduce((sum, { cents }) => sum + cents, 0);
  const paid = centsOf('receipt');
  const refunded = centsOf('refund_note');
  const [last] = receipts.slice(-1);
  return drawPaper({ title: `${zh} ${en}`, author: STATION[0], at: now }, (paper) => {
    paper.letterhead(STATION);
    paper.title([zh, en]);
    paper.facts([[FACTS.issued, dayOf(now)], ...(last ? buyerFact(last) : [])]);
    if (receipts.length === 0) paper.paragraph(NOTES.none);
    else
      paper.table(
        SUMMARY_COLUMNS,
        receipts.map((receipt) => [
          dayOf(receipt.paidAt),
          receiptNo(receipt),
          titledItem(receipt),
          exactHk(receipt.kind === 'receipt' ? receipt.cents : -receipt.cents),
        ]),
      );
    paper.sums([
      [SUMS.paid, exactHk(paid)],
      ...(refunded === 0
        ? []
        : ([
            [SUMS.refunded, exactHk(-refunded)],
            [SUMS.kept, exactHk(paid - refunded)],
          ] as const)),
    ]);
    paper.paragraph(NOTES.issued);
  });
}
