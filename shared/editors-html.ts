// What is let through of HTML that somebody wrote, said once for its two readers: the one that cleans it when it is stored
// and the one that builds a page's elements from what is stored. Neither trusts the other to have been there.

/** Elements whose text is not for readers either. */
export const DROPPED_WITH_TEXT =
  'script style textarea option noscript template title head xmp noembed noframes iframe frameset object embed applet svg math select plaintext audio video canvas'.split(
    ' ',
  );

/** The address of a link as it may be kept: the web in its one spelling, mail, or a path of our own; else undefined. */
export function safeHref(given: string | undefined): string | undefined {
  // Browsers skip these inside a scheme, so they must not hide one here.
  // oxlint-disable-next-line no-control-regex
  const href = (given ?? '').replace(/[\u0000-\u0020\u007f-\u00a0\u2000-\u200f\u2028\u2029]+/g, '');
  if (/^\/(?![/\\])/.test(href)) return href;
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return href;
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // A name before the host makes one site look like another.
  return url.username === '' && url.password === '' ? url.href : undefined;
}
