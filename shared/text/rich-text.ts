/** Elements allowed in article text. Nothing else reaches a page. */
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

/** A text as a tree, used instead of HTML. */
export type RichNode = string | RichElement;

export interface RichElement {
  tag: RichTag;
  children: RichNode[];
  /** For `a` only: a web or mail address, or a path of this site. */
  href?: string;
}

/** Whether a link leaves the site. Such links open in a new tab, so that the player continues. */
export const leadsAway = (href: string): boolean => /^https?:/.test(href);
