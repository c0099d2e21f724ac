import { useFollowed } from '#app/components/follows/use-followed.ts';
import { trafficText as text } from '#app/text/zh-hk/traffic.ts';
import { tunnelMapText as words } from '#app/text/zh-hk/tunnel-map.ts';
import type { Severity } from '#domain/traffic/traffic.schema.ts';
import { locationOf, type TunnelLocation } from '#domain/traffic/tunnel-locations.rules.ts';
import styles from './tunnel-map.module.css';

interface MappedTunnel {
  name: string;
  minutes: number;
  isClosed: boolean;
  severity: Severity;
}

/** Of the row of a tunnel in the list beside the map. */
export const rowOf = (name: string): string => `tunnel-${locationOf(name)?.key ?? name}`;

/** A state has a shape besides its colour: round, pointed, square, crossed. */
function Mark({ severity, isClosed }: Pick<MappedTunnel, 'severity' | 'isClosed'>) {
  if (isClosed) return <path d="M-9-9H9V9H-9ZM-5-5 5 5M5-5-5 5" />;
  if (severity === 3) return <path d="M-8-8H8V8H-8Z" />;
  if (severity === 2) return <path d="M0-10 10 8H-10Z" />;
  return <circle r="8" />;
}

function Tunnel({ of, at: { drawn } }: { of: MappedTunnel; at: TunnelLocation }) {
  const { name, minutes, isClosed, severity } = of;
  const [[x1, y1], [x2, y2]] = drawn;
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const state = isClosed ? text.tunnelClosed : text.tunnelStates[severity];
  const time = isClosed ? state : `${minutes} ${text.minutes}`;
  const isFollowed = useFollowed({ kind: 'tunnel', subject: name }) === true;
  return (
    <a href={`#${rowOf(name)}`} className={styles.tunnel} data-severity={severity}>
      <title>{words.tunnel(name, isClosed ? state : `${state}，${time}`, isFollowed)}</title>
      <line className={styles.road} x1={x1} y1={y1} x2={x2} y2={y2} />
      {/* As large as a finger. */}
      <rect className={styles.target} x={x - 26} y={y - 24} width="98" height="48" rx="6" />
      <g className={styles.mark} transform={`translate(${x} ${y})`}>
        <Mark severity={severity} isClosed={isClosed} />
      </g>
      <text className={styles.name} x={x + 16} y={y - 3}>
        {name}
        {isFollowed && ' ★'}
      </text>
      <text className={styles.time} x={x + 16} y={y + 13}>
        {time}
      </text>
    </a>
  );
}

function District({ name, x, y }: { name: string; x: number; y: number }) {
  const isFollowed = useFollowed({ kind: 'district', subject: name }) === true;
  return (
    <text className={styles.district} data-followed={isFollowed || undefined} x={x} y={y}>
      {name}
      {isFollowed && ' ★'}
    </text>
  );
}

/** The tunnels on a drawn map of the harbour: the same as in the list, to which each leads. */
export function TunnelMap({ tunnels }: { tunnels: readonly MappedTunnel[] }) {
  const mapped = tunnels.flatMap((of) => {
    const at = locationOf(of.name);
    return at === null ? [] : [{ of, at }];
  });
  if (mapped.length === 0) return null;
  return (
    <figure className={styles.map}>
      <svg viewBox="0 0 390 300" role="group" aria-label={words.title}>
        <g aria-hidden="true">
          <path
            className={styles.land}
            d="M0 0H390V96L352 118 330 168 296 176 268 196 214 198 186 188 150 198 102 192 58 176 36 130 0 118Z"
          />
          <path className={styles.land} d="M0 244 48 232 104 236 168 232 226 238 290 226 344 244 390 258V300H0Z" />
          <path className={styles.ridge} d="M24 92 72 84 128 90 176 82 220 88 270 80 320 92" />
          {words.districts.map((district) => (
            <District key={district.name} {...district} />
          ))}
        </g>
        {mapped.map(({ of, at }) => (
          <Tunnel key={at.key} of={of} at={at} />
        ))}
      </svg>
      <figcaption>{words.legend}</figcaption>
    </figure>
  );
}
