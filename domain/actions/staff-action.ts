import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { Hand } from '#domain/audit/audit.ts';
import { DomainError } from '#shared/domain-error.ts';
import type { Permission, Scope } from '#shared/staff/permissions.ts';
import type { StaffActor } from '#shared/staff/staff-actor.ts';

/** Context of a run besides its input. */
export interface ActionCall {
  hand: Hand;
  now: Date;
  /** A preview is rolled back: it calls no provider. */
  isPreview: boolean;
}

export interface ActionResult {
  /** For the caller, such as the id of what was created. */
  result?: Record<string, unknown>;
  /** Joins the result in the reply to the first request only, and is stored nowhere, such as a new token. */
  secret?: Record<string, string>;
  /** The action that undoes this one, offered for a few seconds. */
  undo?: { action: string; input: object };
}

/** A second person must approve an action before it runs. */
interface SecondPerson<Input> {
  /** Permission of the approver. */
  permission: Permission;
  /** Whether this input needs one, such as an amount above a limit. */
  isNeeded(tx: Tx, call: ActionCall, input: Input): Promise<boolean> | boolean;
}

interface Definition<Schema extends z.ZodType<object>> {
  /** Module and verb, as the audit has it. */
  name: `${string}.${string}`;
  permission: Permission;
  input: Schema;
  /** Default: true. Without one the audit has the name of the action. */
  needsReason?: boolean;
  /** A proof by an authenticator within five minutes. */
  needsProof?: boolean;
  secondPerson?: SecondPerson<z.output<Schema>>;
  /** Channel, programme or campaign that the input concerns, for roles with a scope. */
  scopesOf?: (tx: Tx, input: z.output<Schema>) => Promise<Scope[]> | Scope[];
  /**
   * Locks what a run changes, in the order of the run. Needed if a run closes other requests: an approval locks this before its
   * request, so that the two wait for each other in one order.
   */
  hold?(tx: Tx, input: z.output<Schema>): Promise<unknown>;
  /**
   * Keys of `after` that each run generates, such as an id from a sequence, and `subject_id`, if the subject is made by the
   * run. A preview cannot know them.
   */
  assigned?: readonly string[];
  /** Keys of `after` that depend on the moment, such as an expiry. A preview shows them; the run may have others. */
  momentary?: readonly string[];
  /** Records at least one audit event with the hand of the call. All changes are made in this transaction. */
  run(tx: Tx, call: ActionCall, input: z.output<Schema>): Promise<ActionResult | void>;
  /** Notes what is left to do where a row of a job was refused, in the transaction that marks the row. */
  refused?(tx: Tx, input: z.output<Schema>, fault: RefusedRow): Promise<void>;
}

interface RefusedRow {
  /** Name of the error, with its words if it has any. */
  why: string;
  now: Date;
  /** What a second person approved; null: a job of one person's own. */
  approvalId: number | null;
}

/** An action of staff, as desk, command line and permission matrix read it. */
export interface StaffAction {
  name: `${string}.${string}`;
  permission: Permission;
  needsReason: boolean;
  needsProof: boolean;
  secondPerson: Permission | null;
  assigned: readonly string[];
  momentary: readonly string[];
  /** JSON schema of the input. */
  inputSchema(): object;
  /** Throws `invalidParam` with the faulty fields. */
  prepare(input: unknown): {
    input: object;
    scopes(tx: Tx): Promise<Scope[]>;
    hold(tx: Tx): Promise<unknown>;
    needsSecondPerson(tx: Tx, call: ActionCall): Promise<boolean>;
    run(tx: Tx, call: ActionCall): Promise<ActionResult>;
    noteRefused(tx: Tx, fault: RefusedRow): Promise<void>;
  };
}

/** Defines an action; a module exports its actions as `xActions(services)` in `x.actions.ts`. */
export const staffAction = <Schema extends z.ZodType<object>>(definition: Definition<Schema>): StaffAction => ({
  name: definition.name,
  permission: definition.permission,
  needsReason: definition.needsReason ?? true,
  needsProof: definition.needsProof ?? false,
  secondPerson: definition.secondPerson?.permission ?? null,
  assigned: definition.assigned ?? [],
  momentary: definition.momentary ?? [],
  inputSchema: () => z.toJSONSchema(definition.input, { io: 'input', unrepresentable: 'any' }),
  prepare(given) {
    const parsed = definition.input.safeParse(given);
    if (!parsed.success) throw new DomainError('invalidParam', z.flattenError(parsed.error));
    const input = parsed.data;
    return {
      input,
      scopes: async (tx) => (await definition.scopesOf?.(tx, input)) ?? [],
      hold: async (tx) => definition.hold?.(tx, input),
      needsSecondPerson: async (tx, call) => (await definition.secondPerson?.isNeeded(tx, call, input)) ?? false,
      run: async (tx, call) => (await definition.run(tx, call, input)) ?? {},
      noteRefused: async (tx, fault) => definition.refused?.(tx, input, fault),
    };
  },
});

/** Everything that runs actions needs. */
export interface ActionServices {
  db: Db;
  clock: () => Date;
  actions: readonly StaffAction[];
  /** An account with its roles; null if it may not enter the desk any more. */
  findActor: (tx: Tx, accountId: number, now: Date) => Promise<Pick<StaffActor, 'accountId' | 'name' | 'roles'> | null>;
}
