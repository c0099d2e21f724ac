// The door: recurring profiles, their changes and their end.

export { changeCreditCard } from './change-card.ts';
export { changePlan, keepPlan, quotePlanChange } from './change-plan.ts';
export { renewDue } from './charging.ts';
export { openOwnPeriod, openScheduledRenewal } from './periods.ts';
export { insertReminder } from './plan-reminders.store.ts';
export { renewalBacklog } from './renewal-backlog.ts';
export { renewalFulfilments } from './renewal-fulfilment.ts';
export { stopUrl } from './stop-links.ts';
export {
  confirmStopByHand,
  resumeByHand,
  resumeRecurring,
  stopAllPayments,
  stopByLink,
  stopRecurring,
} from './stopping.ts';
