// Generates the sounds and films of seeded articles. Run manually on a machine with ffmpeg and espeak-ng:
//   node scripts/sound/make-media.ts
// Text is spoken by espeak-ng over the stations' own loops; the results in fixtures/content/media are committed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audioProgramme, videoProgramme } from '#sandbox/stations/loops.ts';
import type { StationId } from '#sandbox/stations/time-mark.ts';

const OUT = 'fixtures/content/media';
const work = mkdtempSync(join(tmpdir(), 'media-'));
mkdirSync(OUT, { recursive: true });

const SPOKEN: [title: string, station: StationId, from: number, words: string][] = [
  ['海濱單車徑試踩實錄', 903, 0, '早上七點，堅尼地城海旁，我哋由西寧街起步。路面幾好踩，但係去到中環，就要落車推。'],
  ['節目重點：深夜來信', 864, 6, '呢封信，係一位夜更護士寫嘅。佢話，收工返屋企，聽住電台，先至覺得自己落咗班。'],
  ['新聞報道', 881, 3, '雷霆八八一新聞。冷鋒周日抵港，氣溫會跌八度，天文台提醒市民，早晚要加件衫。'],
  ['街市收音：朝早六點', 881, 12, '朝早六點，街市嘅第一把聲，係冰。魚檔老闆話，聽到冰倒落枱，就知道開工。'],
  ['樂隊訪問：排練室隔籬係洗衣廠', 903, 10, '我哋排練室隔籬，係一間洗衣廠。錄音嘅時候，啲鼓聲同洗衣機，係同一個拍子。'],
  ['馬路留聲機：電車轉彎', 864, 14, '你而家聽到嘅，係電車轉彎之前嘅叮叮兩聲。車長話，一聲係叫人，兩聲係同條路打招呼。'],
  ['馬路留聲機：隧道收音', 864, 2, '入隧道嘅時候，收音機會靜一靜。呢一秒嘅靜默，揸車嘅人最記得。'],
  ['醫生未落班：瞓唔着點算', 881, 8, '瞓唔着，唔好係床上面數羊。起身坐一陣，飲啖暖水，等有睡意先至返去。'],
];
const ffmpeg = (...parts: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...parts]);
const kept: {
  id: number;
  kind: number;
  title: string;
  file: string;
  mimeType: string;
  durationMs: number;
  bytes: number;
  sha256: string;
}[] = [];

function keep(kind: 1 | 2, title: string, file: string, mimeType: string): void {
  const path = join(OUT, file);
  const bytes = readFileSync(path);
  const seconds = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]);
  kept.push({
    id: kept.length + 1,
    kind,
    title,
    file,
    mimeType,
    durationMs: Math.round(Number(seconds) * 1_000),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
}

for (const [i, [title, station, from, words]] of SPOKEN.entries()) {
  const { init, segment } = audioProgramme(station, 'a64');
  const bed = join(work, `bed-${i}.mp4`);
  writeFileSync(bed, Buffer.concat([init, ...Array.from({ length: 8 }, (_, n) => segment(from + n))]));
  const speech = join(work, `speech-${i}.wav`);
  execFileSync('espeak-ng', ['-v', 'yue', '-s', '150', '-p', String(42 + (i % 3) * 10), '-w', speech, words]);
  const file = `sound-${i + 1}.m4a`;
  ffmpeg(
    '-i',
    bed,
    '-i',
    speech,
    '-filter_complex',
    '[1:a]aresample=48000,adelay=1200|1200,apad=pad_dur=2.5[say];[0:a]aresample=48000,volume=0.32[under];[say][under]amix=inputs=2:duration=first:normalize=0,alimiter=limit=0.9,afade=t=in:d=0.4[out]',
    '-map',
    '[out]',
    '-ac',
    '1',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
    '-movflags',
    '+faststart',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    join(OUT, file),
  );
  keep(1, title, file, 'audio/mp4');
}
const studio = videoProgramme(903);
if (!studio) throw new Error('station 903 has no video');
for (const [i, title] of ['直播室一角：開咪之前', '校園樂隊現場：最後一段'].entries()) {
  const source = join(work, `studio-${i}.mp4`);
  writeFileSync(
    source,
    Buffer.concat([studio.init, ...Array.from({ length: 4 }, (_, n) => studio.segment(i * 4 + n))]),
  );
  const file = `film-${i + 1}.mp4`;
  ffmpeg(
    '-i',
    source,
    '-vf',
    'scale=640:360',
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '31',
    '-pix_fmt',
    'yuv420p',
    '-profile:v',
    'main',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
    '-ac',
    '1',
    '-movflags',
    '+faststart',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    join(OUT, file),
  );
  keep(2, title, file, 'video/mp4');
}
writeFileSync(join(OUT, 'manifest.json'), `${JSON.stringify(kept, null, 2)}\n`);
