import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import { MAX_ID } from '#shared/ids.ts';
import { closeIncident } from './incidents.ts';

export const incidentActions = (): StaffAction[] => [
  staffAction({
    name: 'incidents.close',
    permission: 'incidents.close',
    input: z.object({ incident_id: z.number().int().min(1).max(MAX_ID) }),
    run: (tx, { hand, now }, { incident_id: id }) => closeIncident(tx, hand, id, now),
  }),
];
