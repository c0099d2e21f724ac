import { Phrase } from '#app/ui/phrase.tsx';

/** Text with the search matches marked. */
export function MarkedText({
  parts,
  bold = false,
}: {
  parts: readonly { text: string; hit: boolean }[];
  bold?: boolean;
}) {
  const Hit = bold ? 'b' : 'mark';
  return parts.map(({ text, hit }, at) =>
    // Parts of a text never move, so their index is their key.
    hit ? (
      <Hit key={at}>
        <Phrase text={text} />
      </Hit>
    ) : (
      <Phrase key={at} text={text} />
    ),
  );
}
