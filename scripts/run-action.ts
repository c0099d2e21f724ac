import type { Tx } from '#db/database.ts';
import { actionNamed, runPrepared, type ActionCall, type StaffAction } from '#domain/actions/actions.ts';
import { DomainError } from '#shared/domain-error.ts';
import { explain } from './start-errors.ts';

/** An action of the registry, as a verb of a command names it. */
export interface ActionOfVerb {
  name: string;
  input: object;
}

/** The action of a verb, and what is printed when it is done. */
export interface SpokenAction extends ActionOfVerb {
  say: (result: ActionOutput, tx: Tx) => readonly string[] | Promise<readonly string[]>;
}

/** What an action returns to its caller. */
export type ActionOutput = Record<string, string | number>;

/**
 * Runs an action of staff in the caller's transaction, as the desk does. Log-in to the machine suffices for what needs a
 * permission or a second person at the desk. Returns its result, to be printed, with what is shown once, such as a token.
 */
export async function runAction(
  tx: Tx,
  actions: readonly StaffAction[],
  { name, input }: ActionOfVerb,
  call: ActionCall,
): Promise<ActionOutput> {
  const action = actionNamed(actions, name);
  const { done } = await runPrepared(tx, action, action.prepare(input), call);
  return { ...done.result, ...done.secret } as ActionOutput;
}

/** Why an action was refused: its words, or the fields of its input that are at fault. */
export function refusalText(error: unknown): string {
  if (error instanceof DomainError && error.sentence !== null) return error.sentence;
  const detail = error instanceof DomainError ? error.detail : null;
  if (typeof detail !== 'object' || detail === null || !('fieldErrors' in detail)) return explain(error);
  const { formErrors = [], fieldErrors } = detail as { formErrors?: string[]; fieldErrors: Record<string, string[]> };
  const faults = Object.entries(fieldErrors).flatMap(([field, words]) => words.map((word) => `${field}: ${word}`));
  return [...formErrors, ...faults].join('\n');
}
