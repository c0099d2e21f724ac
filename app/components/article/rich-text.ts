/** Elements a text of an article may be made of. Whatever is not in here never reaches a page. */
export type RichTag =
  | 'p'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'table'
  | 'caption'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'hr'
  | 'br'
  | 'a'
  | 'strong'
  | 'em'
  | 's'
  | 'u'
  | 'small'
  | 'sub'
  | 'sup'
  | 'cite';

/** A text as a tree: what a page gets instead of HTML. */
export type RichNode = string | RichElement;

export interface RichElement {
  tag: RichTag;
  children: RichNode[];
  /** Of `a` only: an address of the web, of mail, or a path of this site. */
  href?: string;
}

/** Whether a link leads away from the site, so that it opens beside it and the player plays on. */
export const leadsAway = (href: string): boolean => /^https?:/.test(href);
