import { CREAM, INK, ORANGE, RED, sway, VIDEO_FRAMES, YELLOW } from './stage.ts';

/** x, width, height above the water and the shape of the top. */
const TOWERS: [x: number, width: number, height: number, top: 'flat' | 'spire' | 'slant' | 'steps' | 'braced'][] = [
  [4, 26, 54, 'flat'],
  [32, 18, 78, 'steps'],
  [52, 24, 62, 'slant'],
  [78, 30, 108, 'steps'],
  [110, 20, 70, 'flat'],
  [132, 26, 124, 'braced'],
  [160, 22, 84, 'flat'],
  [184, 30, 64, 'slant'],
  [216, 20, 92, 'flat'],
  [238, 28, 112, 'spire'],
  [268, 22, 74, 'flat'],
  [292, 26, 88, 'slant'],
  [320, 18, 60, 'steps'],
  [340, 28, 80, 'flat'],
  [370, 24, 56, 'flat'],
];
const WATER = 150;

function tower([x, width, height, top]: (typeof TOWERS)[number], index: number, frame: number): string {
  const y = WATER - height;
  const colour = index % 3 === 1 ? '#2c2722' : INK;
  const mid = x + width / 2;
  const roof = {
    flat: `<rect x="${x + 4}" y="${y - 5}" width="${width - 8}" height="6" fill="${colour}"/>`,
    spire: `<path d="M${x} ${y}L${mid} ${y - 12}L${x + width} ${y}Z" fill="${colour}"/><rect x="${mid - 1}" y="${y - 30}" width="2" height="20" fill="${colour}"/>`,
    slant: `<path d="M${x} ${y}L${x + width} ${y - 12}V${y}Z" fill="${colour}"/>`,
    steps: `<rect x="${x + 4}" y="${y - 8}" width="${width - 8}" height="9" fill="${colour}"/><rect x="${x + 8}" y="${y - 15}" width="${width - 16}" height="9" fill="${colour}"/>`,
    braced: `<path d="M${x} ${y}L${mid} ${y - 16}V${y}Z" fill="${colour}"/><path d="M${x + 8} ${y - 8}v-18M${x + 11} ${y - 10}v-18" stroke="${colour}" stroke-width="1.500"/>`,
  }[top];
  const lights: string[] = [];
  const columns = Math.floor((width - 6) / 6);
  for (let row = 0; row < Math.floor((height - 12) / 9); row++) {
    for (let column = 0; column < columns; column++) {
      const chance = (index * 31 + row * 17 + column * 53) % 7;
      if (chance > 3) continue;
      // A few windows switch off and on in the course of the loop.
      const isOut = chance === 3 && sway(frame, 1 + ((row + index) % 3), (column * 5 + row) * 0.13) > 0.6;
      lights.push(
        `<rect x="${x + 4 + column * 6}" y="${y + 6 + row * 9}" width="3" height="4.500" fill="${isOut ? '#3f3932' : chance === 1 ? CREAM : YELLOW}"/>`,
      );
    }
  }
  const brace =
    top === 'braced'
      ? `<path d="M${x} ${WATER - 84}L${x + width} ${WATER - 56}L${x} ${WATER - 28}L${x + width} ${WATER}M${x} ${WATER - 56}L${x + width} ${WATER - 84}M${x + width} ${WATER - 28}L${x} ${WATER - 56}" stroke="${CREAM}" stroke-width="1.500" fill="none"/>`
      : lights.join('');
  return `${roof}<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/>${brace}`;
}

/** A ferry that crosses once per loop, out of view at both ends. */
function ferry(frame: number): string {
  const x = -80 + (frame / VIDEO_FRAMES) * 560;
  const y = 168 + 0.8 * sway(frame, 16);
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">
    <path d="M0 0h66l-8 11H8Z" fill="#0b6b53"/><rect x="6" y="-9" width="54" height="9" fill="${CREAM}"/>
    <rect x="12" y="-17" width="42" height="8" fill="#0b6b53"/><rect x="28" y="-27" width="10" height="10" fill="${INK}"/><rect x="28" y="-24" width="10" height="3" fill="${CREAM}"/>
    ${[0, 1, 2, 3, 4, 5].map((i) => `<rect x="${10 + i * 8}" y="-7" width="5" height="4" fill="${INK}"/>`).join('')}
    <path d="M-16 10h14M68 10h8" stroke="${CREAM}" stroke-width="2" stroke-linecap="round" opacity=".8"/></g>`;
}

/** Victoria Harbour at dusk, 396 by 192. */
export function skyline(frame: number): string {
  const drift = (frame / VIDEO_FRAMES) * 120;
  // The clouds repeat every 120, the distance they move in one loop.
  const clouds = [-120, 0, 120, 240, 360]
    .map(
      (x) =>
        `<rect x="${(x + drift).toFixed(2)}" y="22" width="62" height="7" rx="3.500"/><rect x="${(x + 22 + drift).toFixed(2)}" y="32" width="50" height="5" rx="2.500"/>`,
    )
    .join('');
  const ripples = Array.from({ length: 14 }, (_, i) => {
    const x = 14 + i * 28 + 5 * sway(frame, 4 + (i % 3), i * 0.21);
    return `<rect x="${x.toFixed(2)}" y="${157 + ((i * 11) % 30)}" width="18" height="2" rx="1"/>`;
  }).join('');
  return `<rect width="396" height="192" fill="#ff9d3d"/><rect width="396" height="62" fill="${ORANGE}"/><rect y="96" width="396" height="60" fill="#ffc46b"/>
    <circle cx="214" cy="92" r="34" fill="${CREAM}"/><g fill="#ffb45c">${clouds}</g>
    <path d="M0 128q40 -44 84 -50q30 -6 52 12q30 -30 66 -18q38 14 66 8q44 -16 128 40v34H0Z" fill="${RED}" opacity=".55"/>
    ${TOWERS.map((t, i) => tower(t, i, frame)).join('')}
    <rect y="${WATER}" width="396" height="42" fill="#7a1408"/><g fill="${ORANGE}">${ripples}</g>${ferry(frame)}`;
}
