import { Fragment } from 'react';
import { BREAK } from '#shared/text/break-mark.ts';

/** Text segmented into words by the server: lines break between words only. */
export function Phrase({ text }: { text: string }) {
  if (!text.includes(BREAK)) return text;
  return text.split(BREAK).map((word, at) => (
    // Words of a text never move, so their index is their key.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}
