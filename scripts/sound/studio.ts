/**
 * The studio camera of 叱咤903, frame by frame, as SVG. All motion has periods that divide the loop, so that its last
 * frame leads into its first; a beat of `song903` is 12 frames, so heads and meters move in time with the music.
 */
import { person } from './people.ts';
import { skyline } from './skyline.ts';
import {
  BEAT_FRAMES,
  CREAM,
  INK,
  ORANGE,
  pulse,
  RED,
  SHOT_FRAMES,
  sway,
  VIDEO_HEIGHT,
  VIDEO_WIDTH,
  YELLOW,
} from './stage.ts';

/** The current shot: the visible part of the scene, slowly zoomed in. */
type Shot = { x: number; y: number; width: number; push: number };
const WIDE: Shot = { x: 0, y: 0, width: 640, push: 0 };
const SHOTS: Shot[] = [
  WIDE,
  WIDE,
  { x: 100, y: 84, width: 330, push: 14 },
  { x: 316, y: 100, width: 310, push: 14 },
  WIDE,
  { x: 140, y: 16, width: 432, push: 12 },
  { x: 100, y: 84, width: 330, push: 14 },
  { x: 316, y: 100, width: 310, push: 14 },
];

function meters(frame: number): string {
  const bars = Array.from({ length: 9 }, (_, i) => {
    const beat = pulse(frame, i < 3 ? 2 : 1) ** 1.6;
    const height = 6 + 30 * (i < 3 ? 0.9 : 0.62) * beat + 12 * (0.5 + 0.5 * sway(frame, 32 + i * 7, i * 0.31));
    const lit = Math.max(1, Math.round(height / 6));
    return Array.from({ length: 8 }, (__, step) => {
      const colour = step >= lit ? '#2c2722' : step > 6 ? RED : step > 4 ? ORANGE : YELLOW;
      return `<rect x="${30 + i * 9}" y="${205 - step * 6}" width="7" height="4" fill="${colour}"/>`;
    }).join('');
  }).join('');
  return `<rect x="20" y="150" width="100" height="68" rx="6" fill="${INK}"/>${bars}`;
}

function wall(frame: number): string {
  const glow = 0.82 + 0.18 * pulse(frame, 4);
  return `<rect width="640" height="360" fill="${YELLOW}"/>
    <rect y="0" width="640" height="10" fill="${INK}"/>
    <g fill="#e6b400">${Array.from({ length: 9 }, (_, i) => `<rect x="${12 + i * 15}" y="22" width="7" height="290" rx="3"/>`).join('')}
    ${Array.from({ length: 5 }, (_, i) => `<rect x="${566 + i * 15}" y="22" width="7" height="290" rx="3"/>`).join('')}</g>
    <rect x="14" y="30" width="112" height="104" rx="8" fill="${INK}"/>
    <text x="70" y="86" font-family="Noto Sans CJK HK" font-weight="900" font-size="50" text-anchor="middle" fill="${YELLOW}" letter-spacing="-2">903</text>
    <rect x="26" y="98" width="88" height="26" rx="13" fill="${RED}" opacity="${glow}"/>
    <circle cx="43" cy="111" r="5" fill="${CREAM}"/>
    <text x="77" y="117.500" font-family="Noto Sans CJK HK" font-weight="700" font-size="17" text-anchor="middle" fill="${CREAM}">直播中</text>`;
}

function windowOnHarbour(frame: number): string {
  return `<rect x="144" y="22" width="412" height="208" rx="8" fill="${INK}"/>
    <svg x="152" y="30" width="396" height="192" viewBox="0 0 396 192">${skyline(frame)}</svg>
    <rect x="260" y="24" width="6" height="204" fill="${INK}"/><rect x="438" y="24" width="6" height="204" fill="${INK}"/>
    <rect x="138" y="226" width="424" height="10" rx="3" fill="#3f3932"/>`;
}

function desk(frame: number): string {
  const steam = [0, 1].map((i) => {
    const at = ((frame + i * 48) % 96) / 96;
    const bend = 3 * Math.sin(at * 6);
    return `<path d="M${572 + i * 7} ${282 - at * 22}q${bend} -5 0 -10" stroke="${CREAM}" stroke-width="3" stroke-linecap="round" fill="none" opacity="${(0.7 * Math.sin(Math.PI * at)).toFixed(2)}"/>`;
  });
  const faders = Array.from({ length: 9 }, (_, i) => {
    const y = 329 - 8 * (0.5 + 0.5 * sway(frame, 1 + (i % 4), i * 0.17));
    return `<rect x="${270 + i * 13}" y="314" width="3" height="26" fill="#3f3932"/><rect x="${266.5 + i * 13}" y="${y.toFixed(1)}" width="10" height="6" rx="2" fill="${[YELLOW, CREAM, ORANGE][i % 3]!}"/>`;
  }).join('');
  return `<rect x="0" y="304" width="640" height="56" fill="#3f3932"/><rect x="0" y="298" width="640" height="9" fill="#544e47"/>
    <path d="M250 348l8 -40h132l8 40Z" fill="${INK}"/>${faders}
    <rect x="562" y="284" width="24" height="22" rx="4" fill="${RED}"/><path d="M586 289h5q5 0 5 6t-5 6h-5" fill="none" stroke="${RED}" stroke-width="4"/>
    ${steam.join('')}
    <path d="M56 306l-8 -44h76l8 44Z" fill="${INK}"/><path d="M60 300l-6 -32h64l6 32Z" fill="#544e47"/>
    <path d="M62 ${291 - 4 * pulse(frame)}l10 -8 9 12 10 -16 10 12 13 -6" fill="none" stroke="${YELLOW}" stroke-width="3" stroke-linejoin="round"/>
    <path d="M466 318l42 -6 10 14 -42 7Z" fill="${CREAM}"/><path d="M476 319l26 -4M479 324l26 -4" stroke="#bab4ab" stroke-width="2"/>`;
}

export function studioFrame(frame: number): string {
  const shot = SHOTS[Math.floor(frame / SHOT_FRAMES) % SHOTS.length]!;
  const part = (frame % SHOT_FRAMES) / SHOT_FRAMES;
  const width = shot.width - shot.push * part;
  const height = (width * VIDEO_HEIGHT) / VIDEO_WIDTH;
  const x = shot.x + (shot.width - width) / 2;
  const y = shot.y + ((shot.width - width) * VIDEO_HEIGHT) / VIDEO_WIDTH / 2;
  // The two take turns: in close shots the visible person speaks, in wide ones it changes bar by bar.
  const bar = Math.floor(frame / (BEAT_FRAMES * 4));
  const turn = Math.floor(frame / SHOT_FRAMES) % 4;
  const speaks = turn === 2 ? 'left' : turn === 3 ? 'right' : bar % 4 === 1 ? 'right' : 'left';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${VIDEO_WIDTH}" height="${VIDEO_HEIGHT}" viewBox="${x.toFixed(2)} ${y.toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)}">
    ${wall(frame)}${windowOnHarbour(frame)}${meters(frame)}
    ${person(frame, 'left', speaks === 'left')}${person(frame, 'right', speaks === 'right')}${desk(frame)}</svg>`;
}
