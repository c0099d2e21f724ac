import { CHANNEL_COLOURS } from '#shared/document-colours.ts';
import { open, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { CHINESE_FONT } from '#shared/text/chinese-font.ts';
import type { Words } from './receipts.words.ts';

// Tagged A4 PDFs in two languages: a screen reader finds title, rows and headings and reads each in its language.

const MARGIN = 56;
const BOTTOM = 842 - MARGIN;
const RIGHT = 595 - MARGIN;
const SIZE = 10;
/** English below the Chinese. */
const SMALL = 8;
const GAP = 6;
const INK = '#14110e';
const SOFT = '#544e47';
const LINE = '#dad5cd';
/** The station's mark: three bars. */
const BARS = [
  [CHANNEL_COLOURS[881], 15],
  [CHANNEL_COLOURS[903], 24],
  [CHANNEL_COLOURS[864], 19],
] as const;

/** Whole emoji: flags, keycaps, and pictographs with what modifies or joins them. */
const EMOJI =
  /\p{RI}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}[\p{EMod}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{EMod}\uFE0F]*)*/gu;

/** Cell content: bilingual, or language-neutral such as a number. */
export type CellText = Words | string;

export interface Column {
  head: Words;
  width: number;
  align: 'left' | 'right';
}

interface Paper {
  letterhead(station: Words): void;
  title(words: Words): void;
  paragraph(words: Words): void;
  /** Rows of name and value. */
  facts(rows: readonly (readonly [name: Words, value: CellText])[]): void;
  table(columns: readonly Column[], rows: readonly (readonly CellText[])[]): void;
  /** Totals, in rows on the right. */
  sums(rows: readonly (readonly [name: Words, amount: string])[]): void;
}

interface Look {
  size: number;
  colour: string;
  align: 'left' | 'right';
}

/** Options missing in the library's types. */
type Options = Omit<PDFKit.PDFDocumentOptions, 'font' | 'subset'> & { font: Font; subset: 'PDF/UA' };
type Tag = 'P' | 'H1' | 'Table' | 'TR' | 'TH' | 'TD' | 'Span' | 'Document';
type TagOptions = PDFKit.Mixins.StructureElementOptions & { scope?: 'Row' | 'Column' };
type Element = ReturnType<PDFKit.PDFDocument['struct']>;
type Child = Element | (() => void);

/** Opened once: opening reads twelve megabytes. */
let opening: Promise<Font> | undefined;
const openFont = async (): Promise<Font> => {
  const font = await open(CHINESE_FONT.file);
  if (!('layout' in font)) throw new Error('the font file is a collection of several fonts');
  return font;
};

/** Draws a PDF. Byte-identical whenever it is drawn again. */
export async function drawPaper(
  { title, author, at }: { title: string; author: string; at: Date },
  draw: (paper: Paper) => void,
): Promise<Buffer> {
  // A failed opening must not fail later ones.
  opening ??= openFont().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  const font = await opening;
  const options: Options = {
    font,
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'zh-HK',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  };
  const doc = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions);
  draw(paperOn(doc, font));
  doc.end();
  const parts: Buffer[] = [];
  for await (const part of doc) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function paperOn(doc: PDFKit.PDFDocument, font: Font): Paper {
  let y = MARGIN;
  /** Characters by glyph: of two characters that share a glyph, text extraction would return the first. */
  const readAs = new Map<number, string>();

  const tag = (type: Tag, options: TagOptions, children: Child[]): Element => doc.struct(type, options, children);
  const body = doc.struct('Document');
  doc.addStructure(body);

  /** Decorative content. */
  const ornament = (drawIt: () => void, type: 'Layout' | 'Pagination' = 'Layout') => {
    doc.markContent('Artifact', { type });
    drawIt();
    doc.endMarkedContent();
  };
  const rule = (colour = LINE) => {
    ornament(() => doc.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(colour).stroke());
  };

  /** Whether text extraction would be wrong: characters missing from the font, or sharing a glyph. */
  const isMisread = (text: string): boolean => {
    let wrong = false;
    for (const letter of text) {
      const { id } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
      if (id !== 0 && !readAs.has(id)) readAs.set(id, letter);
      if (readAs.get(id) !== letter) wrong = true;
    }
    return wrong;
  };
  /** Without emoji that the font lacks, which would be boxes; text extraction has them. */
  const drawable = (text: string): string =>
    text.replaceAll(EMOJI, (emoji) =>
      Array.from(emoji).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) ? emoji : '',
    );
  const write = (text: string, at: { x: number; y: number; width: number }, look: Look) => {
    const isSpelled = isMisread(text);
    if (isSpelled) doc.markContent('Span', { actual: text });
    doc.fontSize(look.size).fillColor(look.colour);
    doc.text(drawable(text), at.x, at.y, { width: at.width, align: look.align });
    if (isSpelled) doc.endMarkedContent();
  };
  const heightOf = (text: string, width: number, size: number) => {
    if (text === '') return 0;
    return doc.fontSize(size).heightOfString(drawable(text), { width });
  };

  const toWords = (text: CellText): Words => (typeof text === 'string' ? [text, ''] : text);
  /** Chinese, with different English below it. */
  const parts = (text: CellText, at: { x: number; y: number; width: number }, look: Look): Child[] => {
    const [zh, en] = toWords(text);
    if (en === '' || en === zh) return [() => write(zh, at, look)];
    const below = at.y + heightOf(zh, at.width, look.size);
    const small: Look = { ...look, size: SMALL, colour: SOFT };
    return [
      tag('Span', { lang: 'zh-HK' }, [() => write(zh, at, look)]),
      tag('Span', { lang: 'en-HK' }, [() => write(en, { ...at, y: below }, small)]),
    ];
  };
  const partsHeight = (text: CellText, width: number, size: number): number => {
    const [zh, en] = toWords(text);
    return heightOf(zh, width, size) + (en === zh ? 0 : heightOf(en, width, SMALL));
  };

  /** Starts a new page if the height does not fit. */
  const makeRoom = (height: number, onNewPage?: () => void) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = MARGIN;
    onNewPage?.();
  };

  const full = { x: MARGIN, width: RIGHT - MARGIN };
  const block = (type: 'P' | 'H1', words: Words, look: Look, after: number) => {
    const height = partsHeight(words, full.width, look.size);
    makeRoom(height);
    body.add(tag(type, {}, parts(words, { ...full, y }, look)));
    y += height + after;
  };

  /** One row of cells from the left margin; `head` says which are headings. */
  const row = (
    table: Element,
    columns: readonly Pick<Column, 'width' | 'align'>[],
    cells: readonly CellText[],
    { head, size = SIZE, left = MARGIN }: { head: 'Row' | 'Column' | null; size?: number; left?: number },
  ) => {
    let x = left;
    const drawn = cells.map((text, i) => {
      const { width = 0, align = 'left' } = columns[i] ?? {};
      const isHead = head === 'Column' || (head === 'Row' && i === 0);
      const look: Look = { size, colour: head === 'Column' ? SOFT : INK, align };
      const at = { x: align === 'right' ? x + GAP : x, y: y + GAP, width: width - GAP };
      x += width;
      return isHead
        ? tag('TH', { scope: head === 'Row' ? 'Row' : 'Column' }, parts(text, at, look))
        : tag('TD', {}, parts(text, at, look));
    });
    table.add(tag('TR', {}, drawn));
  };
  const rowHeight = (columns: readonly Pick<Column, 'width'>[], cells: readonly CellText[], size = SIZE): number =>
    Math.max(...cells.map((text, i) => partsHeight(text, (columns[i]?.width ?? 0) - GAP, size))) + 2 * GAP;

  const openTable = (): Element => {
    const table = doc.struct('Table');
    body.add(table);
    return table;
  };

  return {
    letterhead(station) {
      ornament(() => {
        BARS.forEach(([colour, height], i) => doc.rect(MARGIN + i * 8, y + 24 - height, 5.5, height).fill(colour));
      });
      const [zh, en] = station;
      const look: Look = { size: 18, colour: INK, align: 'left' };
      body.add(
        tag('P', {}, [
          tag('Span', { lang: 'zh-HK' }, [() => write(zh, { x: MARGIN + 30, y: y + 3, width: 200 }, look)]),
          tag('Span', { lang: 'en-HK' }, [
            () => write(en, { ...full, y: y + 11 }, { size: SIZE, colour: SOFT, align: 'right' }),
          ]),
        ]),
      );
      y += 40;
      rule(INK);
      y += 24;
    },
    title(words) {
      block('H1', words, { size: 22, colour: INK, align: 'left' }, 14);
    },
    paragraph(words) {
      block('P', words, { size: 9, colour: SOFT, align: 'left' }, 8);
    },
    facts(rows) {
      const columns = [
        { width: 150, align: 'left' },
        { width: RIGHT - MARGIN - 150, align: 'left' },
      ] as const;
      const table = openTable();
      for (const cells of rows) {
        const height = rowHeight(columns, cells);
        makeRoom(height);
        row(table, columns, cells, { head: 'Row' });
        y += height;
        rule();
      }
      table.end();
      y += 28;
    },
    table(columns, rows) {
      const heads = columns.map(({ head }) => head);
      const headHeight = rowHeight(columns, heads);
      const table = openTable();
      makeRoom(headHeight);
      row(table, columns, heads, { head: 'Column' });
      y += headHeight;
      rule(INK);
      const again = () => {
        // Tagged once; repeated on later pages as decoration.
        ornament(() => {
          let x = MARGIN;
          for (const { head, width, align } of columns) {
            const at = { x: align === 'right' ? x + GAP : x, y, width: width - GAP };
            write(head[0], at, { size: SIZE, colour: SOFT, align });
            x += width;
          }
        }, 'Pagination');
        y += 2 * SIZE + GAP;
        rule(INK);
      };
      for (const cells of rows) {
        const height = rowHeight(columns, cells);
        makeRoom(height, again);
        row(table, columns, cells, { head: null });
        y += height;
        rule();
      }
      table.end();
      y += 12;
    },
    sums(rows) {
      const columns = [
        { width: 170, align: 'left' },
        { width: 130, align: 'right' },
      ] as const;
      const table = openTable();
      for (const cells of rows) {
        const height = rowHeight(columns, cells, 13);
        makeRoom(height);
        row(table, columns, cells, { head: 'Row', size: 13, left: RIGHT - 300 });
        y += height;
      }
      table.end();
      y += 28;
    },
  };
}
