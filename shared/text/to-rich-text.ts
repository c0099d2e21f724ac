import { Parser } from 'htmlparser2';
import { BREAK } from './break-mark.ts';
import { DROPPED_WITH_TEXT, safeHref } from './editors-html.ts';
import { joinUnits, phrase } from './phrase.ts';
import type { RichElement, RichNode, RichTag } from './rich-text.ts';

/** Content models: blocks and text, text only, or parts of a list or table. */
type Model = 'flow' | 'words' | 'items' | 'table' | 'rows' | 'cells' | 'nothing';

const MODELS: Record<RichTag, Model> = {
  p: 'words',
  h2: 'words',
  h3: 'words',
  h4: 'words',
  ul: 'items',
  ol: 'items',
  li: 'flow',
  blockquote: 'flow',
  table: 'table',
  caption: 'words',
  thead: 'rows',
  tbody: 'rows',
  tr: 'cells',
  th: 'flow',
  td: 'flow',
  hr: 'nothing',
  br: 'nothing',
  a: 'words',
  strong: 'words',
  em: 'words',
  s: 'words',
  u: 'words',
  small: 'words',
  sub: 'words',
  sup: 'words',
  cite: 'words',
};
const INLINE: ReadonlySet<RichTag> = new Set(['br', 'a', 'strong', 'em', 's', 'u', 'small', 'sub', 'sup', 'cite']);
const BLOCKS: ReadonlySet<RichTag> = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'table', 'hr']);

/** Equivalent tags. The page title is its only h1. */
const ALIASES: Record<string, RichTag> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
  section: 'p',
  article: 'p',
  footer: 'cite',
};

const DROPPED = new Set(DROPPED_WITH_TEXT);
const MAX_DEPTH = 12;
/** Control characters, and bidirectional overrides. */
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

const isTag = (name: string): name is RichTag => Object.hasOwn(MODELS, name);

/** A safe link address; links within this site become paths. */
export function linkTo(given: string | undefined, siteUrl: string): string | undefined {
  const href = safeHref(given);
  if (href === undefined || !href.startsWith(`${siteUrl}/`)) return href;
  const path = href.slice(siteUrl.length);
  // Two slashes would lead to another site.
  return path.startsWith('//') ? href : path;
}

type Open = RichElement | { tag: 'root'; children: RichNode[] };

/** Builds a tree in which every element is where HTML allows it, so that browser and server agree. */
class TreeBuilder {
  readonly root: Open = { tag: 'root', children: [] };
  #open: Open[] = [this.root];
  #lastHeading = 1;

  #top(): Open {
    return this.#open.at(-1)!;
  }

  #accepts(parent: Open, tag: RichTag | 'text'): boolean {
    const inline = tag === 'text' || INLINE.has(tag);
    const model = parent.tag === 'root' ? 'flow' : MODELS[parent.tag];
    switch (model) {
      case 'flow':
        return inline || BLOCKS.has(tag);
      case 'words':
        return inline && !(tag === 'a' && this.#open.some((element) => element.tag === 'a'));
      case 'items':
        return tag === 'li';
      case 'table':
        return tag === 'caption' || tag === 'thead' || tag === 'tbody' || tag === 'tr';
      case 'rows':
        return tag === 'tr';
      case 'cells':
        return tag === 'th' || tag === 'td';
      case 'nothing':
        return false;
    }
  }

  /** Closes elements that do not allow this child. False if no open element does. */
  #makeRoom(tag: RichTag | 'text'): boolean {
    const at = this.#open.findLastIndex((element) => this.#accepts(element, tag));
    if (at < 0) return false;
    this.#open.length = at + 1;
    const { tag: parent } = this.#top();
    if (parent === 'table' && tag === 'tr') this.#push({ tag: 'tbody', children: [] });
    // Loose text becomes a paragraph.
    const loose = tag === 'text' || INLINE.has(tag);
    if (loose && (parent === 'root' || parent === 'blockquote')) this.#push({ tag: 'p', children: [] });
    return true;
  }

  #push(element: RichElement): void {
    this.#top().children.push(element);
    if (MODELS[element.tag] !== 'nothing') this.#open.push(element);
  }

  /** Heading levels do not skip, for screen reader navigation. */
  #level(tag: RichTag): RichTag {
    if (tag !== 'h2' && tag !== 'h3' && tag !== 'h4') return tag;
    const level = Math.min(Number(tag[1]), this.#lastHeading + 1);
    this.#lastHeading = level;
    return `h${level}` as RichTag;
  }

  open(tag: RichTag, href: string | undefined): void {
    if (tag === 'a' && href === undefined) return;
    if (this.#open.length > MAX_DEPTH || !this.#makeRoom(tag)) return;
    this.#push({ tag: this.#level(tag), children: [], ...(tag === 'a' && href !== undefined ? { href } : {}) });
  }

  close(tag: RichTag): void {
    const heading = /^h[234]$/;
    const at = this.#open.findLastIndex(
      (element) => element.tag === tag || (heading.test(tag) && heading.test(element.tag)),
    );
    if (at > 0) this.#open.length = at;
  }

  text(text: string): void {
    if (text.trim() === '' && MODELS[this.#top().tag as RichTag] !== 'words') return;
    if (!this.#makeRoom('text')) return;
    const phrased = this.#open.some(({ tag }) => tag === 'blockquote' || tag === 'h2' || tag === 'h3' || tag === 'h4');
    this.#top().children.push(phrased ? phrase(text) : joinUnits(text));
  }
}

/** Removes empty elements, which editors leave behind. */
function pruned(nodes: readonly RichNode[]): RichNode[] {
  return nodes.flatMap((node): RichNode[] => {
    if (typeof node === 'string') return [node];
    const children = pruned(node.children);
    const stands = MODELS[node.tag] === 'nothing' || node.tag === 'td' || node.tag === 'th';
    const empty = children.every((child) => typeof child === 'string' && child.trim() === '');
    return empty && !stands ? [] : [{ ...node, children }];
  });
}

/**
 * Converts stored HTML to a tree of allowed elements, from what the parser reads (by the same rules as when it was
 * sanitised for storage). Stored text is never written to a page as HTML.
 */
export function toRichText(html: string, { siteUrl }: { siteUrl: string }): RichNode[] {
  const tree = new TreeBuilder();
  let dropping = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (DROPPED.has(name)) dropping++;
        const tag = ALIASES[name] ?? name;
        if (dropping === 0 && isTag(tag)) tree.open(tag, linkTo(attributes['href'], siteUrl));
      },
      ontext(text) {
        if (dropping === 0) tree.text(text.replace(UNSEEN, '').replaceAll(BREAK, ''));
      },
      onclosetag(name) {
        if (DROPPED.has(name)) dropping = Math.max(0, dropping - 1);
        const tag = ALIASES[name] ?? name;
        if (dropping === 0 && isTag(tag)) tree.close(tag);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return pruned(tree.root.children);
}
