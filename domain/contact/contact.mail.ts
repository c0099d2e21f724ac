import { bodiesOf, type Mail } from '#domain/mail/mail.ts';
import type { FormName } from './contact.rules.ts';

/** Texts of the mails to the station's staff, by form, in form order. */
const LABELS: Record<FormName, { title: string; fields: Record<string, string> }> = {
  contact: {
    title: '聯絡我們',
    fields: { topic: '主題', name: '姓名', email: '電郵', phone: '電話', message: '內容' },
  },
  lostproperty: {
    title: '失物報失',
    fields: {
      name: '姓名',
      phone: '電話',
      email: '電郵',
      item: '物品',
      place: '地點',
      time: '時間',
      description: '描述',
    },
  },
};

const TOPICS: Record<string, string> = {
  programme: '節目意見',
  correction: '更正',
  site: '網站及手機程式',
  advertising: '廣告查詢',
  press: '傳媒查詢',
  complaint: '投訴',
  other: '其他',
};

const FROM_SITE = '由CR電台網站的表格送出。直接回覆此電郵，便會覆到填表的人。';

const ANSWER_FOOT = '由CR電台寄出。直接回覆此電郵，便會寄到處理來信的同事。';

const SUBJECT_CHARS = 60;

/** The mail about a form to the station. Replies go to the sender of the form. */
export function formMail({
  id,
  form,
  fields,
  pictureSha256,
  isChecked,
  to,
}: {
  id: number;
  form: FormName;
  fields: Record<string, string>;
  pictureSha256: string | null;
  isChecked: boolean;
  to: string;
}): Mail {
  const { title, fields: labels } = LABELS[form];
  const about = form === 'contact' ? (TOPICS[fields['topic'] ?? ''] ?? '') : (fields['item'] ?? '');
  const facts = Object.entries(labels).flatMap(([name, label]): [string, string][] => {
    const value = name === 'topic' ? about : fields[name];
    return value ? [[label, value]] : [];
  });
  const note = isChecked ? [] : ['（此表格在沒有 JavaScript 的瀏覽器填寫，未經真人驗證。）'];
  return {
    template: form,
    dedupeKey: `${form}:${id}`,
    recipient: to,
    replyTo: fields['email'] || null,
    subject: `[${title} #${id}] ${Array.from(about).slice(0, SUBJECT_CHARS).join('')}`,
    ...bodiesOf({ title: `${title} #${id}`, lead: [], facts, rest: note, foot: [FROM_SITE] }),
    attachments: pictureSha256 ? [{ sha256: pictureSha256, name: `picture-${id}.jpg`, mimeType: 'image/jpeg' }] : [],
  };
}

export const answerMailKey = (answerId: number): string => `letter-answer:${answerId}`;

/** An answer of the station to the sender of a form, quoting their words. Replies go to the mailbox of the form. */
export function answerMail({
  id,
  answerId,
  form,
  fields,
  text,
  to,
  replyTo,
}: {
  id: number;
  answerId: number;
  form: FormName;
  fields: Record<string, string>;
  text: string;
  to: string;
  replyTo: string;
}): Mail {
  const { title, fields: labels } = LABELS[form];
  const quoted = Object.entries(labels).flatMap(([name, label]): [string, string][] => {
    const value = name === 'topic' ? TOPICS[fields['topic'] ?? ''] : fields[name];
    return value && !['name', 'email', 'phone'].includes(name) ? [[label, value]] : [];
  });
  return {
    template: 'letter-answer',
    dedupeKey: answerMailKey(answerId),
    recipient: to,
    replyTo,
    subject: `CR電台回覆：${title} #${id}`,
    ...bodiesOf({ title: '多謝你的來信', lead: [text, '以下是你寫給我們的：'], facts: quoted, foot: [ANSWER_FOOT] }),
  };
}
