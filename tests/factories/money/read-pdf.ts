import { inflateSync } from 'node:zlib';

// Extracts text as a PDF reader does: by the file's own mapping of glyphs, independently of our code.

/** The streams of a file as text, one character per byte. */
function streamsOf(file: string): string[] {
  return [...file.matchAll(/<<((?:[^<>]|<<[^<>]*>>|<[^<>]*>)*)>>\s*stream\r?\n/g)].flatMap((found) => {
    const [head, dictionary = ''] = found;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const start = (found.index ?? 0) + head.length;
    const bytes = Buffer.from(file.slice(start, start + length), 'latin1');
    return [dictionary.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')];
  });
}

const utf16 = (hex: string): string =>
  String.fromCharCode(...(hex.replaceAll(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Text of each glyph. */
function glyphsOf(streams: readonly string[]): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const stream of streams)
    for (const [, from = '', , list = ''] of stream.matchAll(/<(\w{4})> <(\w{4})> \[([^\]]*)\]/g))
      [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], i) =>
        glyphs.set(Number.parseInt(from, 16) + i, utf16(hex)),
      );
  return glyphs;
}

/** `(...)` as pdfkit writes text beyond ASCII: UTF-16 with a byte order mark, some bytes escaped by a backslash. */
function actualText(literal: string): string {
  const plain = literal.replaceAll(/\\([nrtbf\\()])/g, (_, sign: string) => {
    const at = 'nrtbf'.indexOf(sign);
    return at < 0 ? sign : '\n\r\t\b\f'[at]!;
  });
  if (!plain.startsWith('\xfe\xff')) return plain;
  return utf16(Buffer.from(plain.slice(2), 'latin1').toString('hex'));
}

interface ReadPdf {
  pages: number;
  /** Lines in the order of the file. */
  lines: string[];
  /** Structure types, such as H1 and TH. */
  tags: Set<string>;
  raw: string;
  /** Characters drawn as a box. */
  boxes: number;
}

export function readPdf(bytes: Buffer): ReadPdf {
  const raw = bytes.toString('latin1');
  const streams = streamsOf(raw);
  const glyphs = glyphsOf(streams);
  const lines: string[] = [];
  for (const stream of streams.filter((one) => /\bBT\b/.test(one))) {
    // The ActualText of a span takes precedence over its glyphs.
    const parts =
      /\/Span <<\s*\/ActualText \(((?:[^\\)]|\\[\s\S])*)\)\s*>> BDC[\s\S]*?EMC|\[((?:<[0-9a-f]*>|[^\]<])*)\] TJ/g;
    for (const [, actual, drawn = ''] of stream.matchAll(parts))
      lines.push(
        actual === undefined
          ? [...drawn.matchAll(/<([0-9a-f]+)>/g)]
              .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
              .map((glyph) => glyphs.get(Number.parseInt(glyph, 16)) ?? '')
              .join('')
          : actualText(actual),
      );
  }
  const drawnGlyphs = streams
    .filter((one) => /\bBT\b/.test(one))
    .flatMap((one) => [...one.matchAll(/\[((?:<[0-9a-f]*>|[^\]<])*)\] TJ/g)])
    .flatMap(([, drawn = '']) => [...drawn.matchAll(/<([0-9a-f]+)>/g)])
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return {
    boxes: drawnGlyphs.filter((glyph) => glyph === '0000').length,
    pages: raw.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    lines,
    tags: new Set([...raw.matchAll(/\/S \/(\w+)/g)].map(([, tag = '']) => tag)),
    raw,
  };
}
