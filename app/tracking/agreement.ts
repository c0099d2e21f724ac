import { askWhoItIs } from '#app/components/frame/member-state.ts';
import { mayMeasure } from '#app/components/shell/consent.ts';
import { forgetReports } from './kept-reports.ts';
import { sendLeftBehind } from './reports.ts';

/** Applies the visitor's consent: pending reports are sent or deleted. `isChanged`: the choice was made just now. */
export async function heedAgreement(isChanged: boolean): Promise<void> {
  if (!mayMeasure()) return forgetReports(localStorage);
  // The report token comes with the visitor's state.
  if (isChanged) await askWhoItIs();
  await sendLeftBehind();
}
