import address from './wordmark.svg?url';
import drawing from './wordmark.svg?raw';

/** Shared, as React would write a new one into the page. In a document of the server its letters stay as they are. */
const LETTERS = {
  __html: import.meta.env.SSR
    ? (/<symbol id="letters"[^>]*>(.*?)<\/symbol>/s.exec(drawing)?.[1] ?? '')
    : `<use href="${address}#letters"/>`,
};

/**
 * The station's drawn name: the letters are in the document, so that they appear at once; the coloured bars are a picture,
 * loaded later into reserved space. What the browser renders itself takes the letters from that picture too.
 */
export function Wordmark({
  label,
  showBars = true,
  className,
}: {
  label: string;
  showBars?: boolean;
  className?: string | undefined;
}) {
  return (
    <svg className={className} viewBox="0 0 372 100" width="141" height="38" role="img" aria-label={label}>
      {showBars && <use href={`${address}#bars`} width="64" height="100" />}
      <g suppressHydrationWarning dangerouslySetInnerHTML={LETTERS} />
    </svg>
  );
}
