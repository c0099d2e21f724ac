import { CREAM, INK, ORANGE, pulse, RED, sway, YELLOW } from './stage.ts';

interface Look {
  x: number;
  skin: string;
  hair: string;
  top: string;
  cups: string;
  /** 1 faces right, -1 left. */
  faces: 1 | -1;
  blinkAt: number;
  nods: 1 | 2;
}

const LOOKS: Record<'left' | 'right', Look> = {
  left: { x: 232, skin: '#e0a878', hair: '#54290f', top: RED, cups: YELLOW, faces: 1, blinkAt: 20, nods: 1 },
  right: { x: 474, skin: '#f0c49a', hair: '#8a4a1c', top: '#0b6b53', cups: ORANGE, faces: -1, blinkAt: 61, nods: 2 },
};

/** Openness of the mouth, 0 to 1: syllables of 4 frames with varying weight, and pauses for breath. */
function mouth(frame: number, speaks: boolean): number {
  if (!speaks) return 0;
  const syllable = Math.floor((frame % 96) / 4);
  const weight = [0.9, 0.5, 1, 0.3, 0.8, 0, 0.7, 1, 0.4, 0.9, 0.6, 0][syllable % 12]!;
  return weight * Math.sin((Math.PI * ((frame % 4) + 0.5)) / 4);
}

function head(frame: number, look: Look, speaks: boolean): string {
  const open = mouth(frame, speaks);
  const isBlinking = (frame + look.blinkAt) % 96 < 4;
  const turn = look.faces * 4;
  const eye = (x: number) =>
    isBlinking
      ? `<path d="M${x - 4} 0h8" stroke="${INK}" stroke-width="3" stroke-linecap="round"/>`
      : `<circle cx="${x}" cy="0" r="3.600" fill="${INK}"/>`;
  const back =
    look.faces === 1
      ? `<path d="M-35 2q-5 -48 35 -48t35 48q-14 -22 -36 -22t-34 22Z" fill="${look.hair}"/><path d="M-20 -20q22 -14 42 2l-6 -16h-30Z" fill="${look.hair}"/>`
      : `<path d="M-36 44q-8 -90 36 -90t36 90q-8 6 -14 0q2 -40 -8 -60q-22 10 -40 0q-2 40 0 60q-6 6 -10 0Z" fill="${look.hair}"/>`;
  const smile =
    open > 0.15
      ? `<ellipse cx="${turn}" cy="22" rx="${(8 - 2 * open).toFixed(2)}" ry="${(1.5 + 6 * open).toFixed(2)}" fill="#7a1408"/>`
      : `<path d="M${turn - 9} 20q9 7 18 0" fill="none" stroke="#7a1408" stroke-width="3.500" stroke-linecap="round"/>`;
  const fringe =
    look.faces === 1
      ? back
      : `<path d="M-34 2q-4 -48 34 -48t34 48q-10 -24 -40 -24q-18 4 -28 24Z" fill="${look.hair}"/>`;
  return `${look.faces === 1 ? '' : back}
    <path d="M-32 -4q0 -38 32 -38t32 38q0 46 -32 46t-32 -46Z" fill="${look.skin}"/>${fringe}
    ${eye(turn - 13)}${eye(turn + 13)}
    <path d="M${turn - 19} ${-9 - 2 * open}q6 -4 12 -1M${turn + 7} ${-10 - 2 * open}q6 -3 12 1" stroke="${INK}" stroke-width="3" fill="none" stroke-linecap="round"/>
    <path d="M${turn} 3q${look.faces * 5} 8 ${-look.faces} 10" fill="none" stroke="${INK}" stroke-width="2.500" stroke-linecap="round" opacity=".4"/>
    ${smile}
    <path d="M-36 4q-4 -56 36 -56t36 56" fill="none" stroke="${INK}" stroke-width="9"/><path d="M-36 4q-4 -56 36 -56t36 56" fill="none" stroke="${look.cups}" stroke-width="5"/>
    <rect x="-42" y="-10" width="15" height="30" rx="7" fill="${look.cups}"/><rect x="27" y="-10" width="15" height="30" rx="7" fill="${look.cups}"/>`;
}

/** One of the two people at the desk, with a microphone. */
export function person(frame: number, side: 'left' | 'right', speaks: boolean): string {
  const look = LOOKS[side];
  const nod = 5 * pulse(frame, look.nods) ** 2 * (speaks ? 0.4 : 1);
  const lean = 2.5 * sway(frame, 4, look.faces * 0.2);
  const wave = speaks ? 8 * sway(frame, 24) : 0;
  const f = look.faces;
  const hand = `<path d="M${-f * 48} 60L${-f * 74} 92L${-f * 80} ${50 + wave}" fill="none" stroke="${look.top}" stroke-width="20" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M${-f * 80} ${36 + wave}l${-f * 3} -12M${-f * 76} ${36 + wave}l${f * 2} -13M${-f * 72} ${40 + wave}l${f * 8} -8" stroke="${look.skin}" stroke-width="6" stroke-linecap="round"/>
    <circle cx="${-f * 79}" cy="${40 + wave}" r="10" fill="${look.skin}"/>`;
  return `<g transform="translate(${(look.x + lean).toFixed(2)} 0)">
    <path d="M-64 310q0 -70 42 -78h44q42 8 42 78Z" fill="${look.top}"/>
    <path d="M-16 232l16 20 16 -20Z" fill="${CREAM}"/>
    <rect x="-12" y="206" width="24" height="30" fill="${look.skin}"/><path d="M-12 222q12 12 24 0v8q-12 12 -24 0Z" fill="${INK}" opacity=".14"/>
    <g transform="translate(0 210)">${speaks ? hand : ''}</g>
    <g transform="translate(0 ${(184 + nod).toFixed(2)}) rotate(${(f * (nod * 0.5) + lean * 0.6).toFixed(2)})">${head(frame, look, speaks)}</g></g>
    <g transform="translate(${look.x + f * 58} 232)">
    <path d="M${f * 26} 76L${f * 34} 24L${-f * 4} 4" fill="none" stroke="#544e47" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>
    <circle cx="${f * 34}" cy="24" r="5" fill="${YELLOW}"/>
    <g transform="rotate(${f * 24})"><rect x="-14" y="-15" width="28" height="38" rx="13" fill="${INK}"/><rect x="-14" y="4" width="28" height="6" fill="${YELLOW}"/></g></g>`;
}
