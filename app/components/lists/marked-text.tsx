import { Phrase } from '#app/ui/phrase.tsx';

/** Text with what was looked for marked in it. */
export function MarkedText({
  parts,
  bold = false,
}: {
  parts: readonly { text: string; hit: boolean }[];
  bold?: boolean;
}) {
  const Hit = bold ? 'b' : 'mark';
  return parts.map(({ text, hit }, at) =>
    // The pieces of one text never move, so their place is their key.
    hit ? (
      <Hit key={at}>
        <Phrase text={text} />
      </Hit>
    ) : (
      <Phrase key={at} text={text} />
    ),
  );
}
