import type { FormReply } from '#app/forms/form.types.ts';
import type { FinishReply } from './register-finish.server.ts';

/** Reply to an action of the last registration step. */
export type Answer = FinishReply | (FormReply & { intent: string; done?: undefined });

/** The refusal of the submitted form. */
export const refusalOf = (answer: Answer | undefined, intent: string): FormReply | undefined =>
  answer && answer.done === undefined && answer.intent === intent ? answer : undefined;
