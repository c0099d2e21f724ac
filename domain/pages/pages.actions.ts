import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { pageAddressShape, pageFieldsShape } from './pages-edit.schema.ts';
import { savePage } from './pages-edit.ts';

/** Staff actions with static pages. */
export const pageActions = (): StaffAction[] => [
  staffAction({
    name: 'pages.save',
    permission: 'pages.edit',
    input: z.object({
      ...pageAddressShape,
      base_revision: z
        .number()
        .int()
        .min(0)
        .max(MAX_ID)
        .describe('Of the page as it was read; 409 with what it is by now at any other'),
      ...pageFieldsShape,
    }),
    needsReason: false,
    momentary: ['revision'],
    async run(tx, call, { base_revision: base, ...page }) {
      const { number, former } = await savePage(tx, call, { ...page, base });
      const { name, lang } = page;
      return {
        result: { revision: number },
        undo: { action: 'pages.save', input: { name, lang, base_revision: number, ...former } },
      };
    },
  }),
];
