import type { FormReply } from '#app/forms/form.types.ts';
import type { FinishReply } from './register-finish.server.ts';

/** What a press on the last step of a registration is answered. */
export type Answer = FinishReply | (FormReply & { intent: string; done?: undefined });

/** The refusal of the form that was sent. */
export const refusalOf = (answer: Answer | undefined, intent: string): FormReply | undefined =>
  answer && answer.done === undefined && answer.intent === intent ? answer : undefined;
