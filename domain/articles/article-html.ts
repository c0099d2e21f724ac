import sanitizeHtml from 'sanitize-html';
import { DROPPED_WITH_TEXT, safeHref } from '#shared/text/editors-html.ts';

/** Elements editors may use. None of them may have a style, a class or a handler. */
const TAGS = 'p br strong em s u sub sup a ul ol li h2 h3 h4 blockquote hr table thead tbody tr th td'.split(' ');

/** External links get `rel`. */
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
    // The page title is the only h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }): sanitizeHtml.Tag => ({ tagName, attribs: linkAttributes(href) }),
  },
};

/**
 * Reduces an editor's HTML to text and structure. Stored in this form; pages rebuild it from known elements when
 * rendering.
 */
export function sanitiseArticleHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS).trim();
}
