// Permitted HTML in editors' text, shared by the sanitiser that runs when it is stored and by the renderer that builds
// a page's elements. Neither relies on the other having run.

/** Elements whose text is dropped too. */
export const DROPPED_WITH_TEXT =
  'script style textarea option noscript template title head xmp noembed noframes iframe frameset object embed applet svg math select plaintext audio video canvas'.split(
    ' ',
  );

/** The normalised address of a link if permitted: web, mail, or a path of ours. Otherwise undefined. */
export function safeHref(given: string | undefined): string | undefined {
  // Browsers ignore these characters within a scheme, so they must not disguise one.
  // oxlint-disable-next-line no-control-regex
  const href = (given ?? '').replace(/[\u0000-\u0020\u007f-\u00a0\u2000-\u200f\u2028\u2029]+/g, '');
  if (/^\/(?![/\\])/.test(href)) return href;
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href)) return href;
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  // Credentials before the host make one site look like another.
  return url.username === '' && url.password === '' ? url.href : undefined;
}
