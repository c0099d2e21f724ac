import sanitizeHtml from 'sanitize-html';
import { DROPPED_WITH_TEXT, safeHref } from '#shared/editors-html.ts';

/** Elements an editor may write with. None of them takes a style, a class or a handler. */
const TAGS = 'p br strong em s u sub sup a ul ol li h2 h3 h4 blockquote hr table thead tbody tr th td'.split(' ');

/** A link out says so. */
function linkAttributes(given: string): sanitizeHtml.Attributes {
  const href = safeHref(given);
  if (href === undefined) return {};
  return /^https?:/.test(href) ? { href, rel: 'noopener' } : { href };
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED_WITH_TEXT,
  nestingLimit: 20,
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    // The title of the page is its only h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }): sanitizeHtml.Tag => ({ tagName, attribs: linkAttributes(href) }),
  },
};

/**
 * An editor's HTML with nothing left in it but words and their structure. It is stored like this, and pages build it
 * anew from known elements when they show it.
 */
export function sanitiseArticleHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS).trim();
}
