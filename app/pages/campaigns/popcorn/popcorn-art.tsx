import { popcornText } from '#app/text/zh-hk/campaigns-popcorn.ts';
import styles from './popcorn.module.css';

// The design's drawing: flat shapes, few colours, small.

const KERNELS = [
  [126, 104, 14],
  [166, 98, 16],
  [202, 100, 16],
  [242, 104, 14],
  [118, 96, 17],
  [150, 84, 19],
  [184, 78, 20],
  [218, 86, 19],
  [250, 98, 17],
  [134, 66, 15],
  [168, 54, 17],
  [204, 52, 16],
  [236, 68, 15],
  [152, 34, 14],
  [186, 26, 15],
  [220, 36, 13],
  [28, 104, 11],
  [352, 132, 12],
  [60, 58, 13],
  [300, 40, 14],
  [334, 86, 11],
  [92, 26, 10],
  [262, 22, 11],
] as const;

/** Rays behind the bucket: their angles, in degrees. */
const RAYS = Array.from({ length: 12 }, (_, i) => i * 30);
const ray = (from: number): string => {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(184 + 300 * Math.cos(angle)).toFixed(1)} ${(112 + 300 * Math.sin(angle)).toFixed(1)}`;
  };
  return `M184 112L${at(from)}L${at(from + 15)}z`;
};

/** Stripes of the bucket, which narrows towards the bottom. */
const STRIPES = [0, 1, 2, 3, 4].map((i) => {
  const [top, foot] = [152 / 9, 108 / 9];
  const [x, y] = [108 + 2 * i * top, 130 + 2 * i * foot];
  return `M${x} 112h${top}L${y + foot} 260h-${foot}z`;
});

/** One popped kernel: four lobes and a centre. */
function Kernel({ x, y, r }: { x: number; y: number; r: number }) {
  const lobe = r * 0.62;
  return (
    <g>
      {[
        [-0.5, -0.2],
        [0.5, -0.3],
        [-0.25, 0.45],
        [0.4, 0.4],
      ].map(([dx = 0, dy = 0], i) => (
        <circle key={i} cx={x + dx * r} cy={y + dy * r} r={lobe} fill="#fffaf0" />
      ))}
      <circle cx={x} cy={y + r * 0.05} r={r * 0.34} fill="#ffcb05" />
    </g>
  );
}

/** A striped bucket, overflowing. */
export function PopcornArt() {
  return (
    <svg className={styles.art} viewBox="0 0 384 260" width="384" height="260" role="img" aria-label={popcornText.art}>
      <path d={RAYS.map(ray).join('')} fill="#fff" fillOpacity="0.24" />
      {KERNELS.map(([x, y, r]) => (
        <Kernel key={`${x} ${y}`} x={x} y={y} r={r} />
      ))}
      <path d="M108 112h152l-22 148H130z" fill="#fff" />
      <path d={STRIPES.join('')} fill="#d42a12" />
      <rect x="102" y="104" width="164" height="13" rx="4" fill="#14110e" />
      <circle cx="184" cy="190" r="31" fill="#ffcb05" />
      <circle cx="184" cy="190" r="22" fill="none" stroke="#14110e" strokeWidth="2.5" />
      <circle cx="184" cy="190" r="7" fill="#14110e" />
    </svg>
  );
}
