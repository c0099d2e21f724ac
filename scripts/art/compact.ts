interface Mark {
  /** Its bounding box. */
  x: number;
  y: number;
  w: number;
  h: number;
  /** Marks of one kind are merged into one path. */
  kind: string;
  d: string;
}

const RECT = /^<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="([^"]+)"\/>$/;
const CIRCLE = /^<circle cx="([-\d.]+)" cy="([-\d.]+)" r="([\d.]+)" fill="([^"]+)"\/>$/;

const meet = (a: Mark, b: Mark) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const round = (value: number) => String(Math.round(value * 10) / 10);

/** A plain rectangle or disc as a path fragment; other elements are unchanged. A disc is a dot of a round pen. */
function markOf(tag: string): Mark | undefined {
  const rect = RECT.exec(tag);
  if (rect) {
    const [x = 0, y = 0, w = 0, h = 0] = rect.slice(1, 5).map(Number);
    return {
      x,
      y,
      w,
      h,
      kind: `fill="${rect[5]}"`,
      d: `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h-${round(w)}z`,
    };
  }
  const circle = CIRCLE.exec(tag);
  if (!circle || circle[4] === 'none') return undefined;
  const [cx = 0, cy = 0, r = 0] = circle.slice(1, 4).map(Number);
  return {
    x: cx - r,
    y: cy - r,
    w: 2 * r,
    h: 2 * r,
    kind: `fill="none" stroke="${circle[4]}" stroke-width="${round(2 * r)}" stroke-linecap="round"`,
    d: `M${round(cx)} ${round(cy)}h0`,
  };
}

/** Merges runs of plain rectangles and discs into one path per colour, where the stacking order permits. */
export function compact(svg: string): string {
  return svg.replace(/(?:<(?:rect|circle) [^>]*\/>\s*){3,}/g, (run) => {
    const groups: (Mark[] | string)[] = [];
    for (const tag of run.match(/<\w+ [^>]*\/>/g) ?? []) {
      const mark = markOf(tag);
      if (!mark) {
        groups.push(tag);
        continue;
      }
      let home: Mark[] | undefined;
      for (const group of groups.toReversed()) {
        if (typeof group === 'string') break;
        if (group[0]?.kind === mark.kind) home = group;
        if (home || group.some((other) => meet(other, mark))) break;
      }
      if (home) home.push(mark);
      else groups.push([mark]);
    }
    return groups
      .map((group) =>
        typeof group === 'string' ? group : `<path d="${group.map((m) => m.d).join('')}" ${group[0]?.kind ?? ''}/>`,
      )
      .join('');
  });
}
