/** The times of a cue: those of a WebVTT file are counted from its beginning. */
const TIMES = /(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})[ \t]+-->[ \t]+(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})/;

const msOf = (hours = '0', minutes = '0', seconds = '0'): number =>
  (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1_000);

/** The same WebVTT file with only the wanted cues, at their original times. */
export function cuesOfCaptions(text: string, isWanted: (cue: { startMs: number; endMs: number }) => boolean): string {
  const [head = '', ...blocks] = text.trimEnd().split(/\r?\n(?:\r?\n)+/);
  const wanted = blocks.filter((block) => {
    const times = TIMES.exec(block);
    return times !== null && isWanted({ startMs: msOf(...times.slice(1, 4)), endMs: msOf(...times.slice(4, 7)) });
  });
  return `${[head, ...wanted].join('\n\n')}\n`;
}
