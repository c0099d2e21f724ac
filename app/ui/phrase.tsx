import { Fragment } from 'react';
import { BREAK } from '#shared/break-mark.ts';

/** Text that was broken into words on the server: a line may end between words and nowhere else. */
export function Phrase({ text }: { text: string }) {
  if (!text.includes(BREAK)) return text;
  return text.split(BREAK).map((word, at) => (
    // The words of one text never move, so their place is their key.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
