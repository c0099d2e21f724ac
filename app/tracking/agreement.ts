import { askWhoItIs } from '#app/components/frame/member-state.ts';
import { mayMeasure } from '#app/components/shell/consent.ts';
import { forgetReports } from './kept-reports.ts';
import { sendLeftBehind } from './reports.ts';

/** What follows from what the visitor agreed to: what waits is sent, or forgotten. `isChanged`: they chose this moment. */
export async function heedAgreement(isChanged: boolean): Promise<void> {
  if (!mayMeasure()) return forgetReports(localStorage);
  // The token of reports comes with who it is.
  if (isChanged) await askWhoItIs();
  await sendLeftBehind();
}
