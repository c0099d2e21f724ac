/** Flat shapes for posters: solid colours, no gradients. Coordinates are 640 by 360. */
export const ink = {
  black: '#14110e',
  white: '#ffffff',
  cream: '#fff1d6',
  paper: '#f4efe6',
  red: '#d42a12',
  yellow: '#ffcb05',
  teal: '#00706b',
  orange: '#ff7a1a',
  pink: '#ffb3bd',
  sky: '#a9dbe8',
  navy: '#12233f',
  green: '#1e8a5a',
  mint: '#bfe8d4',
  sand: '#e9d3a6',
  wine: '#7a1408',
  plum: '#3a1430',
  sea: '#0f4c5c',
  lilac: '#c9b6e4',
  brown: '#8a5a34',
} as const;

export const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const n = (value: number) => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${extra && ` ${extra}`}/>`;
export const ground = (fill: string) => rect(0, 0, 640, 360, fill);
export const circle = (x: number, y: number, r: number, fill: string, extra = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${extra && ` ${extra}`}/>`;
export const ring = (x: number, y: number, r: number, stroke: string, width: number) =>
  circle(x, y, r, 'none', `stroke="${stroke}" stroke-width="${n(width)}"`);
export const shape = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`;
export const stroke = (d: string, colour: string, width: number, extra = '') =>
  shape(
    d,
    'none',
    `stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${extra && ` ${extra}`}`,
  );
export const line = (x1: number, y1: number, x2: number, y2: number, colour: string, width: number) =>
  stroke(`M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, colour, width);
export const group = (transform: string, inner: string) => `<g transform="${transform}">${inner}</g>`;

/** Lettering, converted to paths by the outlining step. */
export function letters(
  x: number,
  y: number,
  words: string,
  size: number,
  fill: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return `<text x="${n(x)}" y="${n(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}">${words.replace(/&/g, '&amp;')}</text>`;
}

/** A grid of dots whose size is a function of the position (0 to 1 in both directions). */
export function halftone(
  x0: number,
  y0: number,
  w: number,
  h: number,
  step: number,
  fill: string,
  size: (u: number, v: number) => number,
): string {
  let dots = '';
  for (let row = 0, y = y0; y <= y0 + h; row++, y += step * 0.86) {
    for (let x = x0 + (row % 2 ? step / 2 : 0); x <= x0 + w; x += step) {
      const r = size((x - x0) / w, (y - y0) / h) * step * 0.62;
      if (r > 0.8) dots += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`;
    }
  }
  return `<g fill="${fill}">${dots}</g>`;
}

/** A seeded random generator, so that a second run draws the same. */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function skyline(base: number, fill: string, seed: number, lit?: string): string {
  const random = seeded(seed);
  let out = '';
  for (let x = -10; x < 650;) {
    const w = 26 + random() * 34;
    const h = 40 + random() * 110;
    out += rect(x, base - h, w + 1, h + 200, fill);
    if (lit)
      for (let wy = base - h + 10; wy < base - 6; wy += 15)
        for (let wx = x + 6; wx < x + w - 8; wx += 12) if (random() < 0.35) out += rect(wx, wy, 5, 7, lit);
    x += w;
  }
  return out;
}

export function sea(top: number, rows: number, a: string, b: string, radius = 34): string {
  let out = rect(0, top, 640, 360 - top, a);
  for (let i = 0; i < rows; i++) {
    const y = top + 8 + i * 26;
    let d = `M-40 ${n(y)}`;
    for (let x = -40 + (i % 2 ? radius : 0); x < 680; x += radius * 2)
      d += `q${radius / 2} -12 ${radius} 0t${radius} 0`;
    out += stroke(d, b, 4);
  }
  return out;
}

export function star(x: number, y: number, r: number, fill: string, points = 5, inner = 0.45): string {
  let d = '';
  for (let i = 0; i < points * 2; i++) {
    const radius = i % 2 ? r * inner : r;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    d += `${i ? 'L' : 'M'}${n(x + Math.cos(angle) * radius)} ${n(y + Math.sin(angle) * radius)}`;
  }
  return shape(`${d}Z`, fill);
}

export function svg(body: string, width = 640, height = 360): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><clipPath id="c"><rect width="${width}" height="${height}"/></clipPath><g clip-path="url(#c)">${body}</g></svg>\n`;
}
