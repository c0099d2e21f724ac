import { vttText as text } from '#app/text/zh-hk/desk-archive.ts';
import { MAX_FILE_BYTES, parseWebVtt } from '#domain/archive/words/webvtt.rules.ts';

/** What is wrong with a file; null: nothing. */
function faultOf(content: string, lengthMs: number): string | null {
  const read = parseWebVtt(content);
  if (!read.ok) return text.line(read.fault.line, text.faults[read.fault.code]);
  const late = read.cues.findIndex(({ startMs }) => startMs >= lengthMs);
  return late < 0 ? null : text.late(late + 1);
}

/** The content of a WebVTT file, or what is wrong with it. A cue that begins after `lengthMs` is refused. */
export async function readVtt(file: File, lengthMs = Infinity): Promise<{ content: string } | { fault: string }> {
  if (file.size > MAX_FILE_BYTES) return { fault: text.tooLarge };
  const content = await file.text().catch(() => null);
  if (content === null) return { fault: text.unreadable };
  const fault = faultOf(content, lengthMs);
  return fault === null ? { content } : { fault };
}
