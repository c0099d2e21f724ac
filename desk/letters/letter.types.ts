import type { ContactTopic, FormName, Outcome } from '#domain/contact/contact.rules.ts';
import type { UnsentState } from '#domain/mail/mail.rules.ts';
import type { ChannelId } from '#shared/enums.ts';
import type { lettersText } from '#app/text/zh-hk/desk-letters.ts';

export interface ListedLetter {
  letter_id: number;
  form: FormName;
  topic: ContactTopic | null;
  name: string;
  email: string | null;
  phone: string | null;
  excerpt: string;
  has_picture: boolean;
  created_ts: number;
  version: number;
  owner_id: number | null;
  owner: string | null;
  closed_ts: number | null;
  closed_by: string | null;
  outcome: Outcome | null;
  note: string | null;
}

export interface Letter extends ListedLetter {
  fields: { name: keyof typeof lettersText.fields; text: string }[];
  answers: {
    answer_id: number;
    by: string;
    text: string;
    created_ts: number;
    mailed_ts: number | null;
    unsent: UnsentState | null;
  }[];
  may_own: { account_id: number; name: string }[];
  studio: { channel: ChannelId; read_out_ts: number | null } | null;
  is_for_air: boolean;
  history: { at_ts: number; by: string; action: string }[];
}
