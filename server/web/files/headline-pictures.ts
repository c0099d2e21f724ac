import { CHANNEL_COLOURS } from '#shared/document-colours.ts';
import type { FastifyInstance } from 'fastify';
import sharp, { type Sharp } from 'sharp';
import type { Db } from '#db/database.ts';
import { getArticle } from '#domain/articles/articles.ts';
import type { PictureCache } from './picture-cache.ts';
import type { PictureSource, PictureSources } from './picture-sources.ts';
import { BREAK } from '#shared/text/break-mark.ts';
import { CHINESE_FONT } from '#shared/text/chinese-font.ts';
import { DomainError } from '#shared/domain-error.ts';
import { CHANNEL_IDS, ChannelBit } from '#shared/enums.ts';
import { phrase } from '#shared/text/phrase.ts';

/** Size of link previews. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const LINES = 3;
/** Characters per line by font size, largest first. */
const SIZES = [
  { px: 76, letters: 13 },
  { px: 66, letters: 15.5 },
  { px: 56, letters: 18.5 },
] as const;
/** Increment when the rendering changes, so that cached pictures are regenerated. */
const RECIPE = 2;

const INK = '#14110e';
const WHITE = '#ffffff';
const COLOURS = CHANNEL_IDS.map((id) => ({ bit: ChannelBit[id], colour: CHANNEL_COLOURS[id] }));

/** Text width in full-width characters. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[\u2e80-\uffef]/.test(letter) ? 1 : 0.56;
  return width;
}

/** Wraps a headline between words; the last line ends in an ellipsis if text remains. */
export function headlineLines(title: string): { px: number; lines: string[] } {
  const parts = phrase(title).split(BREAK);
  for (const { px, letters } of SIZES) {
    const lines: string[] = [''];
    for (const part of parts) {
      const last = lines.at(-1) ?? '';
      if (last !== '' && widthOf(last + part) > letters) lines.push(part);
      else lines[lines.length - 1] = last + part;
    }
    const fits = lines.every((line) => widthOf(line) <= letters);
    const isLast = px === SIZES.at(-1)?.px;
    if ((lines.length <= LINES && fits) || isLast) {
      const shown = lines.slice(0, LINES).map((line) => cut(line, letters));
      if (lines.length > LINES) shown[LINES - 1] = cut(`${shown[LINES - 1] ?? ''}……`, letters, '……');
      return { px, lines: shown };
    }
  }
  return { px: SIZES[0].px, lines: [title] };
}

/** Truncates a line to the available width. */
function cut(line: string, letters: number, end = ''): string {
  if (widthOf(line) <= letters) return line;
  let kept = '';
  for (const letter of line) {
    if (widthOf(kept + letter) > letters - widthOf(end)) break;
    kept += letter;
  }
  return kept + end;
}

const escapeMarkup = (text: string) => text.replace(/[<>&'"]/g, (letter) => `&#${letter.codePointAt(0)};`);

async function letters(text: string, px: number, colour: string, spacing = 0): Promise<Buffer> {
  return sharp({
    text: {
      text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
      font: `${CHINESE_FONT.family} ${px}`,
      fontfile: CHINESE_FONT.file,
      rgba: true,
      dpi: 72,
      spacing,
    },
  })
    .png()
    .toBuffer();
}

export interface Headline {
  title: string;
  /** Above the title: section, column or programme; of a moment its time. Empty: none. */
  label: string;
  channelBitwise: number;
}

/** Draws a headline over a picture, as a JPEG. */
export async function drawHeadline(headline: Headline, art: Sharp | null): Promise<Buffer> {
  const { px, lines } = headlineLines(headline.title);
  const title = await letters(lines.join('\n'), px, WHITE, Math.round(px * 0.08));
  const { height } = await sharp(title).metadata();
  const top = HEIGHT - MARGIN - height;
  // The renderer refuses an empty text.
  const label =
    headline.label.trim() === ''
      ? []
      : [{ input: await letters(headline.label, 34, WHITE), left: MARGIN, top: Math.max(MARGIN, top - 34 - 40) }];
  const colours = COLOURS.filter(({ bit }) => headline.channelBitwise & bit);
  const stripe = (colours.length ? colours : COLOURS)
    .map(
      ({ colour }, i, all) =>
        `<rect x="${(WIDTH / all.length) * i}" y="${HEIGHT - 14}" width="${WIDTH / all.length}" height="14" fill="${colour}"/>`,
    )
    .join('');
  const shade = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>` +
      `<linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${INK}" stop-opacity=".2"/>` +
      `<stop offset=".45" stop-color="${INK}" stop-opacity=".78"/><stop offset="1" stop-color="${INK}" stop-opacity=".96"/>` +
      `</linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>${stripe}</svg>`,
  );
  const ground =
    art === null
      ? sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: INK } })
      : art.resize({ width: WIDTH, height: HEIGHT, fit: 'cover' }).flatten({ background: INK });
  return ground
    .composite([{ input: shade }, ...label, { input: title, left: MARGIN, top }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** The picture of a reference; null if there is none. */
export async function groundOf(sources: PictureSources, reference: string): Promise<PictureSource | null> {
  const [name = ''] = reference.split('@');
  if (!/^[a-z0-9-]{1,64}$/.test(name)) return null;
  return sources.find(name, WIDTH / HEIGHT).catch((error: unknown) => {
    if (error instanceof DomainError && error.errorName === 'fileNotFound') return null;
    throw error;
  });
}

const ADDRESS = /^(\d{1,10})\.jpg$/;

/**
 * `GET /social/articles/:id.jpg?v=…`: the link preview of an article, with its headline drawn over its picture. Created
 * on first request and after each change of the article; unpublished articles have none.
 */
export async function headlinePictures(
  app: FastifyInstance,
  { db, sources, kept }: { db: Db; sources: PictureSources; kept: PictureCache },
): Promise<void> {
  app.get<{ Params: { file: string } }>(
    '/social/articles/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const [, digits] = ADDRESS.exec(request.params.file) ?? [];
      if (digits === undefined)
        throw new DomainError('invalidParam', 'the path must have the form /social/articles/NUMBER.jpg');
      const article = await getArticle({ db }, Number(digits));
      const art = await groundOf(sources, article.keyart);
      const version = `${article.id}-${article.updatedAtMs}-${art?.hash ?? 'none'}-${RECIPE}`;
      const etag = `"${version}"`;
      // The address changes with the article, but a withdrawn one must not stay cached for a year.
      void reply.header('ETag', etag).header('Cache-Control', 'public, max-age=300, s-maxage=5');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const key = `headline-${version}.jpg`;
      const bytes = await kept.get(key, async () =>
        drawHeadline(
          {
            title: article.title,
            label: article.column?.name ?? article.category?.name ?? article.programName ?? '',
            channelBitwise: article.channelBitwise,
          },
          art === null ? null : await art.open().catch(() => null),
        ),
      );
      return reply.type('image/jpeg').send(bytes);
    },
  );
}
