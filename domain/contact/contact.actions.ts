import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { MAX_ID } from '#shared/ids.ts';
import { MAX_ANSWER_CHARS, MAX_NOTE_CHARS, OUTCOMES, type FormName } from './contact.rules.ts';
import { answerLetter, askForContact, assignLetter, closeLetter, reopenLetter } from './letters.ts';
import { keepBack, letThrough } from './studio-letters.ts';

const letterId = z.number().int().min(1).max(MAX_ID);
const seen = { letter_id: letterId, version: z.number().int().min(0).describe('Of the letter as the caller saw it') };
const permission = 'letters.answer';

/** Staff actions with what listeners wrote. The audit has ids, never words of a letter or an answer. */
export const letterActions = (services: { mailboxes: Record<FormName, string> }): StaffAction[] => [
  staffAction({
    name: 'letters.assign',
    permission,
    needsReason: false,
    input: z.object({ letter_id: letterId, account_id: letterId.nullable().describe('Null: nobody') }),
    async run(tx, { hand, now }, { letter_id: id, account_id: ownerId }) {
      const former = await assignLetter(tx, hand, id, ownerId, now);
      return { undo: { action: 'letters.assign', input: { letter_id: id, account_id: former } } };
    },
  }),
  staffAction({
    name: 'letters.answer',
    permission,
    needsReason: false,
    assigned: ['answer'],
    input: z.object({
      ...seen,
      text: z.string().trim().min(1).max(MAX_ANSWER_CHARS),
      close: z.boolean().describe('Whether the letter is closed with it'),
    }),
    run: (tx, { hand, now }, { letter_id: id, version, text, close }) =>
      answerLetter(tx, services, hand, { id, version, text, closes: close }, now),
  }),
  staffAction({
    name: 'letters.close',
    permission,
    needsReason: false,
    input: z.object({ ...seen, outcome: z.enum(OUTCOMES), note: z.string().trim().max(MAX_NOTE_CHARS).default('') }),
    async run(tx, { hand, now }, { letter_id: id, version, outcome, note }) {
      await closeLetter(tx, hand, { id, version, outcome, note }, now);
      return { undo: { action: 'letters.reopen', input: { letter_id: id, version: version + 1 } } };
    },
  }),
  staffAction({
    name: 'letters.reopen',
    permission,
    needsReason: false,
    input: z.object(seen),
    run: (tx, { hand, now }, { letter_id: id, version }) => reopenLetter(tx, hand, { id, version }, now),
  }),
  staffAction({
    name: 'letters.let-through',
    permission,
    needsReason: false,
    input: z.object({ letter_id: letterId, channel: z.literal(CHANNEL_IDS).describe('Whose studio screens show it') }),
    async run(tx, { hand, now }, { letter_id: id, channel }) {
      const former = await letThrough(tx, hand, { id, channelId: channel }, now);
      const undo =
        former === null
          ? { action: 'letters.keep-back', input: { letter_id: id } }
          : { action: 'letters.let-through', input: { letter_id: id, channel: former } };
      return { undo };
    },
  }),
  staffAction({
    name: 'letters.keep-back',
    permission,
    needsReason: false,
    input: z.object({ letter_id: letterId }),
    async run(tx, { hand, now }, { letter_id: id }) {
      const channel = await keepBack(tx, hand, id, now);
      return { undo: { action: 'letters.let-through', input: { letter_id: id, channel } } };
    },
  }),
  staffAction({
    name: 'letters.see-contact',
    permission,
    input: z.object({ letter_id: letterId }),
    run: (tx, { hand, now }, { letter_id: id }) => askForContact(tx, hand, id, now),
  }),
];
