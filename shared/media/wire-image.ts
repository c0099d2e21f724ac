import { picture, portrait } from '#shared/media/picture.ts';
import { z } from 'zod';

export const wireImageSchema = z
  .object({
    src: z.string().describe('URL of a single width, for clients without srcset support'),
    srcset: z.string().describe('URLs of all widths, in srcset syntax'),
    sizes: z.string().describe('Usual display width, in sizes syntax'),
    aspect_ratio: z.string().describe('Aspect ratio, such as 16:9'),
  })
  .describe('An image in several widths');
export type WireImage = z.infer<typeof wireImageSchema>;

/** A stored picture as every `…_url` picture field has it on the wire. */
export function wireImage(reference: string, aspectRatio: '16:9' | '1:1' = '16:9'): WireImage {
  const { src, srcset, sizes } = aspectRatio === '1:1' ? portrait(reference) : picture(reference);
  return { src, srcset, sizes, aspect_ratio: aspectRatio };
}
