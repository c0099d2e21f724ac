import { body, greeting, type MemberMail } from '#domain/mail/member-letter.ts';

/** What the mails below say of a paper. */
interface MailedReceipt {
  id: number;
  /** Of a mail that is not the first of its paper: what makes it another. */
  again: string;
  no: string;
  /** As it is printed. */
  amount: string;
  item: string;
  /** Null: a guest, who has their orders by a mailed link. */
  memberId: number | null;
  recipient: string;
  name: string;
  /** Of the page that has all of them. */
  url: string;
  /** Of the page that tells how the order came and went, for whoever has it. */
  storyUrl: string;
  file: { maker: string; id: number; name: string; mimeType: string };
}

const common = ({ id, again, memberId, recipient, storyUrl, file }: MailedReceipt) => ({
  dedupeKey: `receipt:${id}${again}`,
  memberId,
  recipient,
  attachments: [file],
  aside: { words: '查看這張訂單的每一步', url: storyUrl },
});

const link = ({ memberId, url }: MailedReceipt) => ({ words: memberId === null ? '查看訂單' : '查看會員紀錄', url });

/** Where the papers are beside the mail: a guest has them here alone. */
const alsoAt = ({ memberId }: MailedReceipt): string =>
  memberId === null ? '請保留此電郵；訂單可在以下頁面查看：' : '所有收據亦可在會員紀錄下載：';

/** The receipt of what a member paid. */
export const receiptMail = (receipt: MailedReceipt): MemberMail => ({
  ...common(receipt),
  template: 'receipt',
  subject: `你的CR電台收據 ${receipt.no}`,
  ...body(
    [
      greeting(receipt.name),
      `我們已收到你的付款${receipt.amount}，收據見附件。${alsoAt(receipt)}`,
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

/** The note of what went back to a member. */
export const refundNoteMail = (receipt: MailedReceipt): MemberMail => ({
  ...common(receipt),
  template: 'refund-note',
  subject: `你的CR電台退款通知書 ${receipt.no}`,
  ...body(
    [
      greeting(receipt.name),
      `我們已將${receipt.amount}退回你的付款方式，退款通知書見附件。視乎銀行或錢包，款項可能需時數日才顯示。${alsoAt(receipt)}`,
    ],
    link(receipt),
  ),
  facts: [
    ['退款通知書編號', receipt.no],
    ['項目', receipt.item],
    ['退款金額', receipt.amount],
  ],
});

/** A bank took a payment back. */
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
  subject: '你的CR電台付款已被銀行取回',
  ...body(
    [
      greeting(name),
      `你的銀行已取回你付給我們的${amount}。${endsAccess ? '尚未使用的部分已即時終止，我們亦不會再向你收費。' : '我們不會再向你收費。'}`,
      '如你沒有向銀行提出爭議，或希望繼續使用，請與我們聯絡。',
    ],
    { words: '查看這張訂單的每一步', url: storyUrl },
  ),
  facts: [
    ['項目', item],
    ['金額', amount],
  ],
});
