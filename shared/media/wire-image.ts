import { picture, portrait } from '#shared/media/picture.ts';
import { z } from 'zod';

export const wireImageSchema = z
  .object({
    src: z.string().describe('Address of one width, for programs that read no srcset'),
    srcset: z.string().describe('All widths'),
    sizes: z.string().describe('How wide it is usually shown'),
    aspect_ratio: z.string().describe('Width to height, such as 16:9'),
  })
  .describe('A picture in several widths');
export type WireImage = z.infer<typeof wireImageSchema>;

/** A stored picture as every `…_url` picture field has it on the wire. */
export function wireImage(reference: string, aspectRatio: '16:9' | '1:1' = '16:9'): WireImage {
  const { src, srcset, sizes } = aspectRatio === '1:1' ? portrait(reference) : picture(reference);
  return { src, srcset, sizes, aspect_ratio: aspectRatio };
}
