import { z } from 'zod';
import { ContentBlockType } from '#shared/enums.ts';
import { BILINGUAL_PAGES, MONOLINGUAL_PAGES, SECTION_PAGES, type PageName } from './pages.rules.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'one line of text');

/** Pages show no other kind of block. */
const pageBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(ContentBlockType.TEXT), html: z.string().max(200_000) }),
  z.strictObject({
    type: z.literal(ContentBlockType.IMAGE),
    picture: z.string().regex(/^[a-z0-9-]{1,80}(@[0-9a-f]{1,64})?$/, 'not a reference to the picture store'),
    alt: line(300).min(1),
    caption: line(300).optional(),
    credit: line(100).optional(),
  }),
]);

const NAMES: ReadonlySet<string> = new Set([...BILINGUAL_PAGES, ...MONOLINGUAL_PAGES, ...SECTION_PAGES]);

export const pageAddressShape = {
  name: z
    .string()
    .max(60)
    .refine((name): name is PageName => NAMES.has(name) || /^archiveUserguide\/[1-9]\d?$/.test(name), 'not a page'),
  lang: z.enum(['zh-Hant', 'en']),
};

export const pageFieldsShape = {
  title: line(200).min(1),
  summary: line(300),
  blocks: z.array(pageBlockSchema).min(1).max(200),
};
