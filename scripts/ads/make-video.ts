// Generates the video of the ad world. Run manually on a machine with ffmpeg: node scripts/ads/make-video.ts
// The result is committed, so that the demo starts without encoding anything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { advertiserOf } from '#sandbox/ads/advertisers.ts';
import { ADVERT_SECONDS } from '#sandbox/ads/vast.ts';

const FILE = 'sandbox/ads/harbour-tea.mp4';
const FPS = 12.5;
const [WIDTH, HEIGHT] = [640, 360];

const advertiser = advertiserOf('harbour-tea');
if (!advertiser) throw new Error('unknown advertiser');
const { ink, ground, accent, name, slogan, press, object } = advertiser;

/** Eases from 0 to 1 over part of the video, slower towards the end. */
const eased = (second: number, from: number, lasts: number): number => {
  const at = Math.min(Math.max((second - from) / lasts, 0), 1);
  return 1 - (1 - at) ** 3;
};

const line = (x: number, y: number, px: number, words: string, seen: number): string =>
  `<text x="${x}" y="${y + (1 - seen) * 14}" font-size="${px}" font-weight="700" fill="${ink}" opacity="${seen}">${words}</text>`;

function picture(second: number): string {
  const cup = eased(second, 0, 1.2);
  // Steam moves up and down; the sun crosses the harbour.
  const steam = Math.sin(second * 2.2) * 4;
  const sun = 60 + second * 34;
  const sea = [0, 1, 2].map((wave) => {
    const y = 300 + wave * 20;
    const shift = ((second * (14 + wave * 8)) % 80) - 80;
    const path = Array.from({ length: 10 }, () => `q20 -9 40 0t40 0`).join('');
    return `<path d="M${shift} ${y}${path}V360H${shift}z" fill="${ink}" opacity="${0.14 + wave * 0.1}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="'Noto Sans CJK HK',sans-serif">
<style>.i{fill:${ink}}.a{fill:${accent}}.g{fill:${ground}}.o{fill:none;stroke:${ink};stroke-width:5;stroke-linecap:round}</style>
<rect width="640" height="360" fill="${ground}"/><circle cx="${sun}" cy="${120 - Math.sin((second / ADVERT_SECONDS) * Math.PI) * 60}" r="34" fill="${accent}" opacity=".5"/>${sea.join('')}
<g transform="translate(${44 - (1 - cup) * 220} ${92 + steam * 0.4}) scale(1.9)">${object}</g>
${line(292, 128, 52, name, eased(second, 1.5, 0.8))}${line(292, 184, 30, slogan[0], eased(second, 3.5, 0.8))}${line(292, 226, 30, slogan[1], eased(second, 6, 0.8))}
<g opacity="${eased(second, 9, 0.8)}"><rect x="292" y="246" width="118" height="44" rx="6" fill="${ink}"/><text x="351" y="275" font-size="21" font-weight="700" text-anchor="middle" fill="${ground}">${press}</text></g>
<text x="632" y="350" font-size="15" text-anchor="end" fill="${ink}">示範廣告</text></svg>`;
}

/** A slow plucked tune over a hum, as a sum of sines: notes of a pentatonic scale, one each half second. */
const TUNE = [392, 440, 523, 440, 392, 330, 294, 330, 392, 523, 587, 523, 440, 392, 440, 392];
const note = TUNE.map(
  (hz, at) => `between(mod(t,8),${at / 2},${at / 2 + 0.499})*sin(2*PI*${hz}*t)*exp(-5*(mod(t,8)-${at / 2}))`,
).join('+');

const sound = `aevalsrc='0.22*(${note})+0.03*sin(2*PI*98*t)':s=44100:d=${ADVERT_SECONDS}`;
const child = spawn(
  'ffmpeg',
  [
    `-v error -y -f image2pipe -framerate ${FPS} -c:v png -i - -f lavfi -i`.split(' '),
    [sound],
    `-t ${ADVERT_SECONDS} -c:v libx264 -profile:v main -preset slow -crf 30 -pix_fmt yuv420p -g 50`.split(' '),
    `-c:a aac -b:a 40k -ac 1 -movflags +faststart ${FILE}`.split(' '),
  ].flat(),
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
const ended = once(child, 'close');
for (let frame = 0; frame < ADVERT_SECONDS * FPS; frame++) {
  const png = await sharp(Buffer.from(picture(frame / FPS)))
    .png()
    .toBuffer();
  if (!child.stdin.write(png)) await once(child.stdin, 'drain');
}
child.stdin.end();
await ended;
