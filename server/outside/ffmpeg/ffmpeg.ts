import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { OPENED } from '#domain/film-making/film-recipes.rules.ts';
import type { Probed } from '#domain/film-making/film-source.rules.ts';
import { ToolError, type FilmTools, type Ran } from '#domain/film-making/film-tools.types.ts';
import { SILENCE_DB } from '#domain/on-air/levels.rules.ts';
import type { SoundMeter } from '#domain/on-air/on-air.types.ts';

/** Excludes our environment, which contains secrets and the database URL. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin', LC_ALL: 'C' };
/** Lowest scheduling priority, so that encoding does not delay sound. */
const LOWEST = 19;
const SAID_CHARS = 8_000;
const PROBE_TIMEOUT_MS = 120_000;
const MAX_OUT_BYTES = 8_000_000;
const FRAME_TIMEOUT_MS = 20_000;
/** ffmpeg's exit code if more frames failed to decode than -max_error_rate allows. */
const BROKEN = 69;

const NOT_THERE = (program: string): string =>
  `"${program}" was not found; install ffmpeg (on Debian: apt-get install ffmpeg), or set FFMPEG to its path`;

interface Ended {
  code: number | null;
  out: Buffer;
  said: string;
}

interface Options {
  signal?: AbortSignal;
  timeoutMs: number;
  /** As for nice(1). */
  priority: number;
  onLine?: (line: string) => void;
  /** Sent to its standard input. */
  input?: Buffer;
}

/** Runs a program to its end. Throws `ToolError` if it is missing, was aborted or timed out. */
function run(
  program: string,
  args: readonly string[],
  { signal, timeoutMs, priority, onLine, input }: Options,
): Promise<Ended> {
  return new Promise((done, fail) => {
    if (signal?.aborted) {
      fail(new ToolError('stopped', 'the program was stopped'));
      return;
    }
    const child = spawn(program, [...args], { stdio: ['pipe', 'pipe', 'pipe'], env: ENVIRONMENT });
    // It may stop reading before the end; how it ended says why.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    try {
      if (child.pid !== undefined) setPriority(child.pid, priority);
    } catch {
      // Already ended, or not supported by the system.
    }
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const stop = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', stop);
    const out: Buffer[] = [];
    let outBytes = 0;
    let said = '';
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    else
      child.stdout.on('data', (part: Buffer) => {
        outBytes += part.length;
        if (outBytes <= MAX_OUT_BYTES) out.push(part);
      });
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said = (said + part).slice(-SAID_CHARS)));
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      end();
      fail(
        error.code === 'ENOENT' ? new ToolError('missing', NOT_THERE(program)) : new ToolError('other', error.message),
      );
    });
    child.once('close', (code) => {
      end();
      if (signal?.aborted) fail(new ToolError('stopped', 'the program was stopped'));
      else if (isSlow) fail(new ToolError('slow', `the program took more than ${Math.round(timeoutMs / 1_000)} s`));
      else done({ code, out: Buffer.concat(out), said });
    });
  });
}

/** The last error line, without the memory address that ffmpeg prepends. */
const lastWords = (said: string): string =>
  (said.trim().split('\n').at(-1) ?? '').replace(/^\[[^\]]*\] /, '').trim() || 'no error message';

/** The installed ffmpeg and ffprobe; ffprobe is in the same folder. */
export function createFilmTools(ffmpeg: string, { priority = LOWEST } = {}): FilmTools {
  const ffprobe = ffmpeg.includes('/') ? join(dirname(ffmpeg), 'ffprobe') : 'ffprobe';
  return {
    async probe(file) {
      const args = ['-v', 'error', ...OPENED, '-print_format', 'json', '-show_format', '-show_streams', file];
      const { code, out, said } = await run(ffprobe, args, { timeoutMs: PROBE_TIMEOUT_MS, priority });
      if (code !== 0)
        throw new ToolError(
          'unreadable',
          `the file cannot be read (${lastWords(said).replace(`${file}: `, '')}); it is damaged or not a video`,
        );
      return JSON.parse(out.toString()) as Probed;
    },
    async frame(picture, offsetMs) {
      const at = (offsetMs / 1000).toFixed(3);
      const args = ['-hide_banner', '-v', 'error', '-i', 'pipe:0', '-ss', at, '-an', '-frames:v', '1', '-q:v', '2'];
      const ended = await run(ffmpeg, [...args, '-map_metadata', '-1', '-f', 'image2pipe', '-c:v', 'mjpeg', 'pipe:1'], {
        input: picture,
        timeoutMs: FRAME_TIMEOUT_MS,
        priority,
      });
      if (ended.code !== 0 || ended.out.length === 0) throw new ToolError('other', lastWords(ended.said));
      return ended.out;
    },
    async run(args, { timeoutMs, signal, onProgress }): Promise<Ran> {
      let frames = 0;
      let atMs = 0;
      const onLine = (line: string) => {
        const [name, value] = line.split('=');
        if (name === 'frame') frames = Number(value) || frames;
        if (name === 'out_time_us') atMs = Number(value) / 1000 || atMs;
        if (name === 'progress') onProgress(atMs, frames);
      };
      const how = ['-hide_banner', '-nostdin', '-nostats', '-y', '-max_error_rate', '0.02', '-progress', 'pipe:1'];
      // Measurements are logged at info level; for encoding only errors are needed.
      const loudly = args.at(-1) === '-' ? 'info' : 'error';
      const ended = await run(ffmpeg, [...how, '-v', loudly, ...args], { signal, timeoutMs, priority, onLine });
      const { code, said } = ended;
      if (code === BROKEN)
        throw new ToolError('unreadable', `too much of the file cannot be decoded (${lastWords(said)}); copy it again`);
      if (code !== 0) throw new ToolError('other', `ffmpeg exited with ${code ?? 'a signal'}: ${lastWords(said)}`);
      return { said, frames };
    },
  };
}

const MEASURE_TIMEOUT_MS = 20_000;

/** Measures fragmented MP4 audio by ffmpeg at the lowest priority, and returns what its filters report. */
export function createSoundMeter(ffmpeg: string, { timeoutMs = MEASURE_TIMEOUT_MS } = {}): SoundMeter {
  const filters = `silencedetect=noise=${SILENCE_DB}dB:duration=2,ebur128=framelog=verbose`;
  const args = ['-hide_banner', '-nostats', '-v', 'info', '-i', 'pipe:0', '-af', filters, '-f', 'null', '-'];
  return async (sound) => {
    const ended = await run(ffmpeg, args, { input: sound, timeoutMs, priority: LOWEST });
    if (ended.code !== 0) throw new ToolError('unreadable', lastWords(ended.said));
    return ended.said;
  };
}

const DECODE_TIMEOUT_MS = 30_000;
/** After what is on air, before the encoding of films: a person waits for it. */
const LOW = 10;

/** Decodes MP4 audio to unsigned 8-bit mono samples by ffmpeg, at a low priority. Throws `ToolError`. */
export function createSoundDecoder(ffmpeg: string, hz: number): (sound: Buffer) => Promise<Buffer> {
  const how = ['-hide_banner', '-v', 'error', '-i', 'pipe:0', '-map', '0:a:0'];
  const args = [...how, '-ac', '1', '-ar', String(hz), '-f', 'u8', 'pipe:1'];
  return async (sound) => {
    const ended = await run(ffmpeg, args, { input: sound, timeoutMs: DECODE_TIMEOUT_MS, priority: LOW });
    if (ended.code !== 0) throw new ToolError('unreadable', lastWords(ended.said));
    return ended.out;
  };
}
