import { Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model';
import { safeHref } from '#shared/text/editors-html.ts';

// The HTML that `domain/articles/article-html.ts` lets through, and nothing else: what is pasted is reduced to it.

const element = (tag: string, spec: NodeSpec, parsed: string[] = [tag]): NodeSpec => ({
  ...spec,
  parseDOM: parsed.map((name) => ({ tag: name })),
  toDOM: () => (spec.content === undefined ? [tag] : [tag, 0]),
});
const mark = (tag: string, parsed: string[] = [tag], spec: MarkSpec = {}): MarkSpec => ({
  ...spec,
  parseDOM: parsed.map((name) => ({ tag: name })),
  toDOM: () => [tag, 0],
});

const HEADINGS: Record<string, number> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };

export const textSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: element('p', { content: 'inline*', group: 'block' }),
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2, validate: 'number' } },
      parseDOM: Object.entries(HEADINGS).map(([tag, level]) => ({ tag, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs['level'] as number}`, 0],
    },
    blockquote: element('blockquote', { content: 'block+', group: 'block', defining: true }),
    horizontal_rule: element('hr', { group: 'block' }),
    bullet_list: element('ul', { content: 'list_item+', group: 'block' }),
    ordered_list: element('ol', { content: 'list_item+', group: 'block' }),
    list_item: element('li', { content: 'paragraph block*', defining: true }),
    table: element('table', { content: 'table_head? table_body', group: 'block', isolating: true }),
    table_head: element('thead', { content: 'table_row+' }),
    table_body: element('tbody', { content: 'table_row+' }),
    table_row: element('tr', { content: '(table_header | table_cell)+' }),
    table_header: element('th', { content: 'inline*', isolating: true }),
    table_cell: element('td', { content: 'inline*', isolating: true }),
    text: { group: 'inline' },
    hard_break: element('br', { inline: true, group: 'inline', selectable: false }),
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (dom) => {
            const href = safeHref(dom.getAttribute('href') ?? undefined);
            return href === undefined ? false : { href };
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs['href'] as string }, 0],
    },
    strong: mark('strong', ['strong', 'b']),
    em: mark('em', ['em', 'i']),
    u: mark('u'),
    s: mark('s', ['s', 'strike', 'del']),
    sub: mark('sub', ['sub'], { excludes: 'sup' }),
    sup: mark('sup', ['sup'], { excludes: 'sub' }),
  },
});
