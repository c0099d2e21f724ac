import { clockHk } from '#shared/hk-time.ts';
import type { SpokenLine } from './captioner.ts';

/** Length of a station's loop. */
const LOOP_MS = 61_440;

/** Text that the voice of 881 repeats, with times within its loop. All invented. */
export const SPOKEN_881: readonly { words: string; fromMs: number; toMs: number }[] = [
  { words: '雷霆八八一，同你一齊行。而家係新聞時間。', fromMs: 1_200, toMs: 7_200 },
  { words: '運輸署表示，紅磡海底隧道九龍入口，有壞車，車龍尾去到公主道。', fromMs: 8_200, toMs: 16_300 },
  { words: '天文台預測，今日天晴乾燥，日間最高氣溫二十四度，吹和緩東北風。', fromMs: 17_300, toMs: 26_200 },
  { words: '聽日早上稍涼，新界再低兩三度，出門記得加件衫。', fromMs: 27_400, toMs: 34_400 },
  { words: '財經消息，恒生指數半日升三百一十二點，成交逾一千四百億元。', fromMs: 35_200, toMs: 44_400 },
  { words: '體育方面，香港隊今晚主場迎戰，七點半開波，雷霆八八一全場直播。', fromMs: 45_400, toMs: 55_100 },
  { words: '以上係新聞摘要。跟住落嚟，返去節目。', fromMs: 55_900, toMs: 61_300 },
];

/** Lines of 881 that ended after an instant and until another, with the instants at which they are said. */
export function linesEndedWithin(afterMs: number, untilMs: number): SpokenLine[] {
  const lines = [];
  for (let turn = Math.floor(afterMs / LOOP_MS) * LOOP_MS; turn < untilMs; turn += LOOP_MS)
    for (const { words, fromMs, toMs } of SPOKEN_881)
      if (turn + toMs > afterMs && turn + toMs <= untilMs)
        lines.push({ words, fromMs: turn + fromMs, toMs: turn + toMs });
  return lines;
}

const TELLS_EVERY_MS = 5_000;

/** What a speaking clock would say in the demo's event, which shows one: the time, every five seconds. */
export function clockEndedWithin(afterMs: number, untilMs: number): SpokenLine[] {
  const lines = [];
  const first = Math.floor(afterMs / TELLS_EVERY_MS) * TELLS_EVERY_MS;
  for (let toMs = first + TELLS_EVERY_MS; toMs <= untilMs; toMs += TELLS_EVERY_MS) {
    const fromMs = toMs - TELLS_EVERY_MS;
    const at = new Date(fromMs);
    const seconds = String(at.getUTCSeconds()).padStart(2, '0');
    lines.push({ words: `而家係香港時間 ${clockHk(at)}:${seconds}。`, fromMs, toMs });
  }
  return lines;
}

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/**
 * Transcript of 881 between two instants as WebVTT, relative to the first: the loop follows the clock, so the text at
 * an instant is known. Lines cut off at either end are left out.
 */
export function spokenBetween(fromMs: number, toMs: number): string {
  const cues: string[] = [];
  for (let turn = Math.floor(fromMs / LOOP_MS) * LOOP_MS; turn < toMs; turn += LOOP_MS)
    for (const line of SPOKEN_881) {
      const [begins, ends] = [turn + line.fromMs - fromMs, turn + line.toMs - fromMs];
      if (begins >= 0 && turn + line.toMs <= toMs) cues.push(`${clock(begins)} --> ${clock(ends)}\n${line.words}`);
    }
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
