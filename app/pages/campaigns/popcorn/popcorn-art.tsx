import { popcornText } from '#app/text/zh-hk/campaigns-popcorn.ts';
import styles from './popcorn.module.css';

// The face's own drawing: flat shapes, a few colours, small.

const KERNELS = [
  [118, 96, 17],
  [150, 84, 19],
  [184, 78, 20],
  [218, 86, 19],
  [250, 98, 17],
  [134, 66, 15],
  [168, 54, 17],
  [204, 52, 16],
  [236, 68, 15],
  [60, 58, 13],
  [300, 40, 14],
  [334, 86, 11],
  [92, 26, 10],
  [262, 22, 11],
] as const;

/** One popped kernel: four lobes and a heart. */
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

/** A striped bucket, full and running over. */
export function PopcornArt() {
  return (
    <svg className={styles.art} viewBox="0 0 384 260" width="384" height="260" role="img" aria-label={popcornText.art}>
      {KERNELS.map(([x, y, r]) => (
        <Kernel key={`${x} ${y}`} x={x} y={y} r={r} />
      ))}
      <path d="M108 112h152l-22 148H130z" fill="#fff" />
      {[0, 1, 2, 3].map((i) => (
        <path key={i} d={`M${112 + i * 40} 112h18l-${1 + i * 5} 148h-14z`} fill="#d42a12" />
      ))}
      <rect x="102" y="104" width="164" height="13" rx="4" fill="#14110e" />
      <circle cx="184" cy="190" r="31" fill="#ffcb05" />
      <circle cx="184" cy="190" r="22" fill="none" stroke="#14110e" strokeWidth="2.5" />
      <circle cx="184" cy="190" r="7" fill="#14110e" />
    </svg>
  );
}

export const PopcornStripe = () => <div className={styles.stripe} aria-hidden="true" />;
