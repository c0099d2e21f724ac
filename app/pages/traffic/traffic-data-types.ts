import type { LocationType } from '#domain/traffic/traffic.schema.ts';
import type { IconName } from '#app/ui/icon.tsx';

/** The seven kinds of the directory in the order of the spec, with icons. */
export const DATA_TYPES: readonly { type: LocationType; icon: IconName }[] = [
  { type: 1, icon: 'fuel' },
  { type: 2, icon: 'truck' },
  { type: 3, icon: 'zap' },
  { type: 4, icon: 'square-parking' },
  { type: 5, icon: 'wrench' },
  { type: 6, icon: 'id-card' },
  { type: 7, icon: 'bus' },
];
