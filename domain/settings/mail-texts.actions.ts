import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { MailSamples } from './mail-samples.types.ts';
import { changeMailText, sendSample } from './mail-words.ts';
import { mailKeySchema, mailTextShape } from './settings.schema.ts';
import { findStaffAddress } from './settings.store.ts';

const base = z.string().max(64).describe('Revision of the text from which the change was made');

/** Staff actions with the texts of mails. */
export const mailTextActions = (samples: MailSamples): StaffAction[] => [
  staffAction({
    name: 'mails.save',
    permission: 'settings.edit',
    needsReason: false,
    input: z.object({ key: mailKeySchema, ...mailTextShape, base }),
    async run(tx, call, { key, subject, paragraphs, base: from }) {
      const { former, revision } = await changeMailText(tx, samples, call, {
        key,
        text: { subject, paragraphs },
        base: from,
      });
      return {
        result: { fields: { subject, paragraphs }, revision },
        undo: { action: 'mails.save', input: { key, ...former, base: revision } },
      };
    },
  }),
  staffAction({
    name: 'mails.revert',
    permission: 'settings.edit',
    needsReason: false,
    input: z.object({ key: mailKeySchema, base }),
    async run(tx, call, { key, base: from }) {
      const { former, revision } = await changeMailText(tx, samples, call, { key, text: null, base: from });
      return { undo: { action: 'mails.save', input: { key, ...former, base: revision } } };
    },
  }),
  staffAction({
    name: 'mails.send-sample',
    permission: 'settings.edit',
    needsReason: false,
    input: z.object({ key: mailKeySchema, text: z.object(mailTextShape).nullable() }),
    async run(tx, call, { key, text }) {
      const to = call.hand.accountId === undefined ? null : await findStaffAddress(tx, call.hand.accountId);
      if (to === null) throw new DomainError('dataNotFound');
      await sendSample(tx, samples, call, { key, text, to });
    },
  }),
];
