import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_TUNNEL_MINUTES } from './traffic.rules.ts';
import { saveTunnelReport } from './traffic.ts';

/** Staff actions with the state of the roads. A report is pressed in a hurry, hence without a reason. */
export const trafficActions = (): StaffAction[] => [
  staffAction({
    name: 'tunnels.report',
    permission: 'traffic.report',
    needsReason: false,
    input: z.object({
      tunnel: z.string().min(1).max(20),
      minutes: z.number().int().min(1).max(MAX_TUNNEL_MINUTES).nullable().describe('Null: closed'),
    }),
    // Without an undo, which would show an old figure as new: another report takes as many presses.
    run: (tx, { hand, now }, report) => saveTunnelReport(tx, hand, report, now),
  }),
];
