import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';

/** Content shared by the mails below. */
interface MailedReceipt {
  id: number;
  /** Distinguishes a repeated mail of the same document. */
  again: string;
  no: string;
  /** As printed. */
  amount: string;
  item: string;
  /** Null for a guest, who sees their orders by a mailed link. */
  memberId: number | null;
  recipient: string;
  name: string;
  /** The page that lists all of them. */
  url: string;
  /** The page with the order's story, for anyone with the link. */
  storyUrl: string;
  file: { maker: string; id: number; name: string; mimeType: string };
}

const common = ({ id, again, memberId, recipient, storyUrl, file, no, amount }: MailedReceipt) => ({
  variant: memberId === null ? 'guest' : 'member',
  values: { 編號: no, 金額: amount },
  dedupeKey: `receipt:${id}${again}`,
  memberId,
  recipient,
  attachments: [file],
  aside: { words: '查看這張訂單的每一步', url: storyUrl },
});

const link = ({ memberId, url }: MailedReceipt) => ({ words: memberId === null ? '查看訂單' : '查看會員紀錄', url });

/** Where else the documents are available; a guest has them only in this mail. */
const alsoAt = ({ memberId }: MailedReceipt): string =>
  memberId === null ? '請保留此電郵；訂單可在以下頁面查看：' : '所有收據亦可在會員紀錄下載：';

/** The receipt mail. */
export const receiptMail = (receipt: MailedReceipt): MemberMail => ({
  ...common(receipt),
  template: 'receipt',
  subject: '你的CR電台收據 {編號}',
  ...body(
    [
      greeting(receipt.name),
      `我們已收到你的付款{金額}，收據見附件。${alsoAt(receipt)}`,
      '如你沒有作出這次付款，請盡快與我們聯絡。',
    ],
    link(receipt),
  ),
  facts: [
    ['收據編號', receipt.no],
    ['項目', receipt.item],
    ['金額', receipt.amount],
  ],
});

/** The refund note mail. */
export const refundNoteMail = (receipt: MailedReceipt): MemberMail => ({
  ...common(receipt),
  template: 'refund-note',
  subject: '你的CR電台退款通知書 {編號}',
  ...body(
    [
      greeting(receipt.name),
      `我們已將{金額}退回你的付款方式，退款通知書見附件。視乎銀行或錢包，款項可能需時數日才顯示。${alsoAt(receipt)}`,
    ],
    link(receipt),
  ),
  facts: [
    ['退款通知書編號', receipt.no],
    ['項目', receipt.item],
    ['退款金額', receipt.amount],
  ],
});

/** Notifies of a chargeback. */
export const chargebackMail = ({
  factId,
  memberId,
  recipient,
  name,
  item,
  amount,
  endsAccess,
  storyUrl,
}: Pick<MailedReceipt, 'memberId' | 'recipient' | 'name' | 'item' | 'amount' | 'storyUrl'> & {
  factId: number;
  endsAccess: boolean;
}): MemberMail => ({
  template: 'chargeback',
  dedupeKey: `chargeback:${factId}`,
  memberId,
  recipient,
  variant: endsAccess ? 'ends' : 'stays',
  subject: '你的CR電台付款已被銀行取回',
  values: { 金額: amount },
  ...body(
    [
      greeting(name),
      `你的銀行已取回你付給我們的{金額}。${endsAccess ? '尚未使用的部分已即時終止，我們亦不會再向你收費。' : '我們不會再向你收費。'}`,
      '如你沒有向銀行提出爭議，或希望繼續使用，請與我們聯絡。',
    ],
    { words: '查看這張訂單的每一步', url: storyUrl },
  ),
  facts: [
    ['項目', item],
    ['金額', amount],
  ],
});
