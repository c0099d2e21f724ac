import { z } from 'zod';
import { staffAction, type StaffAction } from '#domain/actions/actions.ts';
import type { Permission } from '#shared/staff/permissions.ts';
import { unixSeconds } from '#shared/hk-time.ts';
import {
  changeLever,
  changeNote,
  changeRetention,
  isShorter,
  revisionOfOff,
  revisionOfValue,
  switchOff,
  switchOn,
} from './changing.ts';
import type { MailSamples } from './mail-samples.types.ts';
import { mailTextActions } from './mail-texts.actions.ts';
import {
  FUNCTION_SWITCHES,
  isPlainText,
  LEVER_POSITIONS,
  LEVERS,
  MAX_MESSAGE,
  MAX_NOTE,
  MAX_OFF_DAYS,
  METHOD_SWITCHES,
  NOTES,
  RETENTION_KEYS,
  type SwitchKey,
} from './settings.rules.ts';

const base = z.string().max(64).describe('Revision of the value from which the change was made');
const message = z
  .string()
  .trim()
  .min(1)
  .max(MAX_MESSAGE)
  .refine((words) => isPlainText(words), 'one line of text')
  .describe('Shown to visitors, and given to callers');
const endsTs = z
  .number()
  .int()
  .min(1)
  .max(4_102_444_800)
  .describe(`Unix seconds; on again by itself then, at most ${MAX_OFF_DAYS} days from now`)
  .transform((seconds) => new Date(seconds * 1000));

/** Off and on of some switches, by one permission. */
function switchActions<Key extends SwitchKey>(
  [off, on]: ['settings.switch-off' | 'settings.method-off', 'settings.switch-on' | 'settings.method-on'],
  permission: Permission,
  keys: readonly [Key, ...Key[]],
): StaffAction[] {
  type Suspended = { message: string; endsAt: Date } | null;
  const back = (key: SwitchKey, was: Suspended, is: Suspended) =>
    was === null
      ? { action: on, input: { key, base: revisionOfOff(is) } }
      : {
          action: off,
          input: { key, message: was.message, ends_ts: Math.floor(unixSeconds(was.endsAt)), base: revisionOfOff(is) },
        };
  const key = z.enum(keys);
  return [
    staffAction({
      name: off,
      permission,
      input: z.object({ key, message, ends_ts: endsTs, base: base.optional() }),
      async run(tx, call, { key: given, ends_ts: endsAt, ...input }) {
        const one = given as SwitchKey;
        const was = await switchOff(tx, call, { key: one, endsAt, ...input });
        return { undo: back(one, was, { message: input.message, endsAt }) };
      },
    }),
    staffAction({
      name: on,
      permission,
      needsReason: false,
      input: z.object({ key, base: base.optional() }),
      async run(tx, call, { key: given, base: from }) {
        const one = given as SwitchKey;
        return { undo: back(one, await switchOn(tx, call, { key: one, base: from }), null) };
      },
    }),
  ];
}

/** Staff actions with settings. */
export const settingsActions = (mails: MailSamples): StaffAction[] => [
  ...switchActions(['settings.switch-off', 'settings.switch-on'], 'settings.switch', FUNCTION_SWITCHES),
  ...switchActions(['settings.method-off', 'settings.method-on'], 'money.reconcile', METHOD_SWITCHES),
  staffAction({
    name: 'settings.lever',
    permission: 'settings.switch',
    input: z.object({ key: z.enum(LEVERS), position: z.enum(LEVER_POSITIONS), base }),
    async run(tx, call, input) {
      const former = await changeLever(tx, call, input);
      const { key, position } = input;
      const revision = revisionOfValue(position);
      return {
        result: { fields: { value: position }, revision },
        undo: { action: 'settings.lever', input: { key, position: former, base: revision } },
      };
    },
  }),
  staffAction({
    name: 'settings.note',
    permission: 'settings.edit',
    needsReason: false,
    input: z.object({
      key: z.enum(NOTES),
      value: z
        .string()
        .trim()
        .max(MAX_NOTE)
        .refine((words) => isPlainText(words, { lines: true }), 'text alone')
        .describe('Empty: none'),
      base,
    }),
    async run(tx, call, input) {
      const former = await changeNote(tx, call, input);
      const { key, value } = input;
      const revision = revisionOfValue(value);
      return {
        result: { fields: { value }, revision },
        undo: { action: 'settings.note', input: { key, value: former, base: revision } },
      };
    },
  }),
  staffAction({
    name: 'settings.keep',
    permission: 'settings.retention',
    input: z.object({ key: z.enum(RETENTION_KEYS as [(typeof RETENTION_KEYS)[number]]), days: z.number().int(), base }),
    needsProof: true,
    // What is deleted does not come back.
    secondPerson: { permission: 'staff.approve', isNeeded: (tx, _call, input) => isShorter(tx, input) },
    // Rows grow old between what was shown and what is done.
    momentary: ['deletedNext'],
    run: async (tx, call, input) => void (await changeRetention(tx, call, input)),
  }),
  ...mailTextActions(mails),
];
