import sanitizeHtml from 'sanitize-html';

/** Elements an editor may write with. None of them takes a style, a class or a handler. */
const TAGS = 'p br strong em s u sub sup a ul ol li h2 h3 h4 blockquote hr table thead tbody tr th td'.split(' ');

/** Elements whose text is not for readers either. */
const DROPPED_WITH_TEXT =
  'script style textarea option noscript template title xmp noembed noframes iframe object embed svg math select plaintext'.split(
    ' ',
  );

/** A web address in its one spelling, mail, or a path of our own; of anything else only the words stay. */
function linkAttributes(href: string): sanitizeHtml.Attributes {
  const asked = href.trim();
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(asked) || /^(\/(?![/\\])|#)[^\s\\]*$/.test(asked)) return { href: asked };
  if (!/^https?:\/\//i.test(asked) || !URL.canParse(asked)) return {};
  const url = new URL(asked);
  // A name before the host makes one site look like another.
  if (url.username !== '' || url.password !== '') return {};
  return { href: url.href, rel: 'noopener' };
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
