import { z } from 'zod';
import { CROP_RATIOS, type Crop } from '#shared/media/crops.ts';
import { line } from '#shared/text/line-schema.ts';

const part = z.number().min(0).max(1);
const crop = z
  .strictObject({ x: part, y: part, width: part.min(0.02), height: part.min(0.02) })
  .refine(({ x, y, width, height }: Crop) => x + width <= 1.000_1 && y + height <= 1.000_1, 'beyond the picture')
  .describe('A part of the picture, in parts of its width and height from the top left');
const ratio = crop.optional();

/** What an editor may change of a picture. The order of the fields is that of its revision. */
export const pictureFieldsSchema = z.strictObject({
  alt: line(300)
    .min(1)
    .refine((text) => /\p{Script=Han}/u.test(text), 'not in Chinese')
    .describe('In Chinese, for those who do not see the picture'),
  source: line(120).min(1).describe('Photographer or agency'),
  licence: line(200).min(1).describe('Under which terms it is used'),
  rightsUntil: z.iso
    .date()
    .nullable()
    .describe('Last day on which it may be shown, in Hong Kong; null: without an end'),
  focalX: part,
  focalY: part,
  crops: z.strictObject({ '16x9': ratio, '1x1': ratio } satisfies Record<keyof typeof CROP_RATIOS, typeof ratio>),
});
export type PictureFields = z.infer<typeof pictureFieldsSchema>;
